package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// attached is a case that attaches a file with this content.
func attached(t *testing.T, kind, name, mime, content string) *eval.Case {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	c := userCase("")
	c.Messages[0].Content = eval.Content{Parts: []eval.Part{
		{Type: eval.PartText, Text: "look"},
		{Type: kind, Attachment: &eval.Attachment{
			Path: "fixtures/" + name, MIME: mime, Bytes: int64(len(content)), File: file,
			Pos: eval.Pos{File: "cases.jsonl", Line: 3, Column: 40},
		}},
	}}
	return c
}

func TestAttachmentsReachTheModel(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind, name, mime, content string
		unparsed                  bool
		want                      string
	}{
		"a text is quoted":            {"file", "a.md", "text/markdown", "# Hi\n", false, `{"type":"text","text":"[a.md]\n` + "```md\\n# Hi\\n```" + `"}`},
		"its fence is longer":         {"file", "a.txt", "text/plain", "```", false, `{"type":"text","text":"[a.txt]\n` + "````txt\\n```\\n````" + `"}`},
		"JSON is text":                {"file", "a.json", "application/json", "{}", false, `{"type":"text","text":"[a.json]\n` + "```json\\n{}\\n```" + `"}`},
		"an image":                    {"image", "a.png", "image/png", "png", false, `{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}}`},
		"a file that is an image":     {"file", "a.png", "image/png", "png", false, `{"type":"image_url","image_url":{"url":"data:image/png;base64,cG5n"}}`},
		"a sound":                     {"file", "a.wav", "audio/wav", "wav", false, `{"type":"input_audio","input_audio":{"data":"d2F2","format":"wav"}}`},
		"any other file":              {"file", "a.pdf", "application/pdf", "pdf", false, `{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,cGRm"}}`},
		"an image that is not parsed": {"file", "a.png", "image/png", "png", true, `{"type":"file","file":{"filename":"a.png","file_data":"data:image/png;base64,cG5n"}}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := shop()
			delete(f, "agent/prompts.yml")
			delete(f, "assistants/shop/prompts.yml")
			c := attached(t, tt.kind, tt.name, tt.mime, tt.content)
			c.Options = &eval.Options{Skip: eval.Skips{ContentParsing: tt.unparsed}}
			want := strings.Replace(request(t, ""), `"messages":[]`,
				`"messages":[{"role":"user","content":[{"type":"text","text":"look"},`+tt.want+`]}]`, 1)
			tg := agent.New(f.load(t, serve(t, exchange{want: want, answer: said("ok")}), false), quick())
			if problems := tg.Check(c); len(problems) > 0 {
				t.Error(problems)
			}
			reply, err := send(t, tg, c)
			if err != nil {
				t.Fatal(err)
			}
			kept := reply.Input[0].Content.Parts[1]
			if kept.Type != tt.kind || kept.Attachment.Body != nil || len(kept.Attachment.SHA256) != 64 {
				t.Errorf("kept %+v", kept.Attachment)
			}
			if shared := c.Messages[0].Content.Parts[1]; shared.Type != tt.kind || shared.Attachment.SHA256 != "" {
				t.Errorf("the case was changed: %+v", shared)
			}
		})
	}
}

func TestAttachmentsThatBreak(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		after func(t *testing.T, file string)
		want  string
	}{
		"removed": {
			func(t *testing.T, file string) {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			},
			`attachment "fixtures/a.txt": no such file or directory`,
		},
		"changed": {
			func(t *testing.T, file string) {
				if err := os.WriteFile(file, []byte("longer than before"), 0o666); err != nil {
					t.Fatal(err)
				}
			},
			`attachment "fixtures/a.txt": the file has changed since the case was loaded`,
		},
		"no UTF-8": {
			func(t *testing.T, file string) {
				if err := os.WriteFile(file, []byte("\xff\xfe\xfd"), 0o666); err != nil {
					t.Fatal(err)
				}
			},
			`attachment "fixtures/a.txt" is text/plain, but not in UTF-8`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := attached(t, "file", "a.txt", "text/plain", "abc")
			tg := agent.New(shop().load(t, serve(t), false), quick())
			tt.after(t, c.Messages[0].Content.Parts[1].Attachment.File)
			reply, err := send(t, tg, c)
			if err == nil || err.Error() != tt.want || reply == nil {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestAttachmentsTheConnectorCannotTake(t *testing.T) {
	t.Parallel()
	f := shop()
	f["connectors/main.conn.yao"] = `{"type": "openai", "options": {"host": "HOST", "model": "m", "capabilities": {"tool_calls": true}}}`
	f["connectors/all.conn.yao"] = mainConnector
	a := f.load(t, noHost, false)
	tests := map[string]struct {
		kind, name, mime string
		change           func(*eval.Case, *agent.Options)
		want             string
	}{
		"an image": {"image", "a.png", "image/png", nil,
			"cases.jsonl:3:40: case \"a\": input: attachment \"fixtures/a.png\" needs the capability \"vision\", which connector \"main\" lacks (choose another connector, or what makes a text of it in uses.vision of the package)\n"},
		"a file that is a sound": {"file", "a.wav", "audio/wav", nil,
			"cases.jsonl:3:40: case \"a\": input: attachment \"fixtures/a.wav\" needs the capability \"audio\", which connector \"main\" lacks (choose another connector, or what makes a text of it in uses.audio of the package)\n"},
		"an image that is none": {"image", "a.pdf", "application/pdf", nil,
			"cases.jsonl:3:40: case \"a\": input: attachment \"fixtures/a.pdf\" is application/pdf, which is no image (write \"type\": \"file\" for any other file)\n"},
		"a document":              {"file", "a.pdf", "application/pdf", nil, ""},
		"the run's connector can": {"image", "a.png", "image/png", func(_ *eval.Case, o *agent.Options) { o.Connector = "all" }, ""},
		"the case's connector can": {"image", "a.png", "image/png",
			func(c *eval.Case, _ *agent.Options) { c.Options = &eval.Options{Connector: "all"} }, ""},
		"a file that is not parsed": {"file", "a.png", "image/png",
			func(c *eval.Case, _ *agent.Options) {
				c.Options = &eval.Options{Skip: eval.Skips{ContentParsing: true}}
			}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := quick()
			c := attached(t, tt.kind, tt.name, tt.mime, "x")
			if tt.change != nil {
				tt.change(c, &o)
			}
			if diff := cmp.Diff(tt.want, lines(agent.New(a, o).Check(c))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
