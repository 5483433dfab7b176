package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

// whole is an application in which nothing is wrong.
func whole() files {
	return files{
		"app.yao":                     "{}",
		"connectors/main.conn.yao":    localConnector,
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main"}`,
	}
}

func TestWhatIsThereButCannotBeReadIsAFault(t *testing.T) {
	t.Parallel()
	const (
		nowhere = ": the file is a link to nothing\n"
		folder  = ": " // whatever source says of one
		shop    = `: agent "shop"`
	)
	tests := map[string]struct{ link, folder string }{
		".env":                               {nowhere, folder},
		"agent/prompts.yml":                  {nowhere, folder},
		"agent/agent.yml":                    {nowhere, folder},
		"agent/locales/en-us.yml":            {nowhere, folder},
		"app.json":                           {": the application is declared twice (the other is app.yao)\n", ": the application is declared twice (the other is app.yao)\n"},
		"connectors/other.conn.yao":          {nowhere, folder},
		"assistants/shop/prompts.yml":        {shop + nowhere, shop + folder},
		"assistants/shop/prompts/short.yml":  {shop + nowhere, ""}, // a folder of presets
		"assistants/shop/locales/en-us.yaml": {shop + nowhere, shop + folder},
		"assistants/shop/src/index.ts":       {shop + ": the script does not exist\n", shop + ": the script is not a regular file\n"},
		"assistants/shop/sandbox.yao":        {shop + ": a sandbox is not supported in this version\n", shop + ": a sandbox is not supported in this version\n"},
		"assistants/vip/package.yao":         {`: agent "vip"` + nowhere, `: agent "vip"` + folder},
		"assistants/vip/package.json":        {`: agent "vip"` + nowhere, `: agent "vip"` + folder},
	}
	for name, tt := range tests {
		for kind, want := range map[string]string{"link": tt.link, "folder": tt.folder} {
			t.Run(name+" is a "+kind, func(t *testing.T) {
				t.Parallel()
				root := whole().write(t, t.TempDir())
				path := filepath.Join(root, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					t.Fatal(err)
				}
				err := os.Mkdir(path, 0o777)
				if kind == "link" {
					os.Remove(path)
					err = os.Symlink("nowhere", path)
				}
				if err != nil {
					t.Fatal(err)
				}
				if want != "" {
					want = name + want
				}
				_, problems := load(t, root, app.Options{})
				got := lines(problems)
				isFault := kind == "folder" && want != "" && len(problems) == 1 && strings.HasPrefix(got, want)
				if got != want && !isFault {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}

func TestAFolderThatCannotBeReadIsAFault(t *testing.T) {
	t.Parallel()
	for name, agent := range map[string]string{
		"agent": "", "agent/locales": "",
		"assistants/shop/prompts": `agent "shop": `, "assistants/shop/locales": `agent "shop": `, "assistants/shop/src": `agent "shop": `,
		"assistants/shop/mcps": `agent "shop": `, "assistants/shop/models": `agent "shop": `,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := whole().write(t, t.TempDir())
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("nowhere", path); err != nil {
				t.Fatal(err)
			}
			_, problems := load(t, root, app.Options{})
			if diff := cmp.Diff(name+": "+agent+"the folder is a link to nothing\n", lines(problems)); diff != "" {
				t.Error(diff)
			}
			os.Remove(path)
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				t.Fatal(err)
			}
			if _, problems := load(t, root, app.Options{}); problems.Errors() != 1 {
				t.Errorf("a file: %s", lines(problems))
			}
		})
	}
}

func TestALinkToNothingIsSaid(t *testing.T) {
	t.Parallel()
	f := whole()
	f["assistants/shop/prompts.yml"] = "- role: system\n  content: \"@assets/gone.md\"\n"
	f["assistants/shop/assets/here.md"] = ""
	root := f.write(t, t.TempDir())
	for _, link := range []string{"assistants/gone", "assistants/shop/assets/gone.md", "assistants/shop/assets/unused"} {
		if err := os.Symlink("nowhere", filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	want := `assistants/gone: warning: a link to nothing
assistants/shop/prompts.yml:2:12: agent "shop": [0].content: the asset "@assets/gone.md" is a link to nothing
`
	_, problems := load(t, root, app.Options{})
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
}

func TestFoldersOfTheApplicationThatAreCalledWrongly(t *testing.T) {
	t.Parallel()
	root := files{
		"app.yao": "{}", "Agent/prompts.yml": "", "connector/main.conn.yao": localConnector, "Assistants/shop/package.yao": "",
		"agents/x.yml": "", "docs/x": "",
	}.write(t, t.TempDir())
	want := `Agent: warning: "Agent" is not read (call it agent)
Assistants: warning: "Assistants" is not read (call it assistants)
connector: warning: "connector" is not read (call it connectors)
`
	_, problems := load(t, root, app.Options{})
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
}
