package script

import (
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const (
	appNamespace     = "app" // the user's files, named as they are shown
	runtimeNamespace = "yao"
	runtimeModule    = "@yao/runtime"
	entrySpecifier   = "surefoot:entry"
	exportFunction   = "__surefoot_export"
	moduleMark       = "__surefoot_module"  // what every entry exports
	processFunction  = "__surefoot_process" // Process, whatever the script calls so
)

// runtimeSource is the module that scripts import their host from.
const runtimeSource = "const call = (...args) => " + processFunction + "(...args);\nexport { call as Process };"

// bundle is the compilation of one program.
type bundle struct {
	engine *Engine
	entry  string

	mu      sync.Mutex // esbuild loads files in parallel
	modules map[string]module
}

// output is what esbuild made of a program's files.
type output struct {
	code      string
	sourceMap string
}

// build bundles the entry and what it imports into one text.
func (b *bundle) build(entry string) (output, eval.Problems) {
	b.entry = entry
	result := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   "import * as entry from \"" + entrySpecifier + "\";\n" + exportFunction + "(entry)",
			Sourcefile: entrySpecifier,
			Loader:     api.LoaderJS,
		},
		Bundle:   true,
		Platform: api.PlatformNeutral,
		Format:   api.FormatESModule, // the only one with top-level await
		Target:   api.ES2022,
		Supported: map[string]bool{
			"async-generator": false,
			"for-await":       false,
			"decorators":      false,
			"using":           false,
			// Kept as they are, so that they can be refused where they stand.
			"regexp-set-notation": true,
		},
		Sourcemap:      api.SourceMapExternal,
		SourcesContent: api.SourcesContentExclude,
		// Functions that are not exported can be called too.
		TreeShaking: api.TreeShakingFalse,
		// The files are the program; settings around them are not.
		TsconfigRaw:   "{}",
		AbsWorkingDir: b.engine.root,
		Outdir:        b.engine.root,
		LogLevel:      api.LogLevelSilent,
		LogOverride:   map[string]api.LogLevel{"direct-eval": api.LogLevelSilent},
		Plugins:       []api.Plugin{{Name: "surefoot", Setup: b.plug}},
	})
	problems := b.problems(result.Errors, false)
	problems = append(problems, b.problems(result.Warnings, true)...)
	problems.Sort()
	var out output
	for _, f := range result.OutputFiles {
		if strings.HasSuffix(f.Path, ".map") {
			out.sourceMap = string(f.Contents)
		} else {
			out.code = string(f.Contents)
		}
	}
	return out, problems
}

// plug answers all that esbuild asks for, so that it reads no file itself.
func (b *bundle) plug(build api.PluginBuild) {
	all := api.OnResolveOptions{Filter: ".*"}
	build.OnResolve(all, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		switch {
		case args.Path == entrySpecifier && args.Importer == entrySpecifier:
			return api.OnResolveResult{Path: b.entry, Namespace: appNamespace}, nil
		case args.Path == runtimeModule:
			return api.OnResolveResult{Path: runtimeModule, Namespace: runtimeNamespace}, nil
		}
		name, f := b.resolve(args.Path, args.Importer)
		if f != nil {
			return api.OnResolveResult{Errors: []api.Message{{Text: f.message, Detail: f}}}, nil
		}
		return api.OnResolveResult{Path: name, Namespace: appNamespace}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: appNamespace}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		text := b.module(args.Path).text
		if args.Path == b.entry && !commonJS.MatchString(text) {
			// A file that exports nothing is left out of a bundle, or is a module
			// of the older kind, whose functions do not stand at the top.
			text += "\nexport const " + moduleMark + " = true;"
		}
		return api.OnLoadResult{Contents: &text, Loader: loaderOf(args.Path)}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: runtimeNamespace}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
		text := runtimeSource
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
	})
}

// commonJS recognises files that are modules of the older kind.
var commonJS = regexp.MustCompile(`\bmodule\s*\.\s*exports\s*[.=[]|\bexports\s*[.\[]|\brequire\s*\(`)

// loaderOf is how a file is read by its ending, 0 when it cannot be.
func loaderOf(name string) api.Loader {
	switch filepath.Ext(name) {
	case ".ts", ".mts":
		return api.LoaderTS
	case ".js", ".mjs":
		return api.LoaderJS
	case ".json":
		return api.LoaderJSON
	default:
		return api.LoaderNone
	}
}
