package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

// secretsOf are the secrets of an application with a server of this definition.
func secretsOf(t *testing.T, definition string) []string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"app.yao": `{}`, "mcps/till.mcp.yao": definition, ".env": "REGION=eu-central\nPLACE=far-away-place"} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := app.Load(root, app.Options{})
	var values []string
	for _, s := range a.Secrets() {
		values = append(values, s.Value)
	}
	return values
}

func TestWhatServersAreToldIsSecret(t *testing.T) {
	t.Parallel()
	const key = "k3yk3yk3yk3yk3yk3y99"
	for name, tt := range map[string]struct {
		definition string
		secret     []string
		open       []string
	}{
		"env by its name":             {`{"transport": "stdio", "command": "x", "env": {"TILL_PASS": "opensesame", "MODE": "production", "MODEL": "gpt-4o-mini-2024-07-18"}}`, []string{"opensesame"}, []string{"production", "gpt-4o-mini-2024-07-18"}},
		"env by its look":             {`{"transport": "stdio", "command": "x", "env": {"X": "sk-` + key + `"}}`, []string{"sk-" + key}, nil},
		"a password in an address":    {`{"transport": "stdio", "command": "x", "env": {"DB": "postgres://app:hunter%20two@db:5432/shop"}}`, []string{"hunter two"}, []string{"shop"}},
		"a variable":                  {`{"transport": "stdio", "command": "x", "env": {"A": "$ENV.REGION"}}`, []string{"eu-central"}, []string{"far-away-place"}},
		"words of a command":          {`{"transport": "stdio", "command": "x", "arguments": ["--api-key=opensesame", "--token", "sesameopen", "--name", "visitor", "-e", "DB_PWD=simsalabim", "Authorization: Bearer abrakadabra", "serve"]}`, []string{"opensesame", "sesameopen", "simsalabim", "abrakadabra"}, []string{"visitor", "serve"}},
		"headers":                     {`{"transport": "http", "url": "https://till/mcp", "headers": {"X-Api-Key": "opensesame", "Authorization": "Basic dXNlcjpzaW1zYWxhYmlt", "Accept-Language": "de-informal"}}`, []string{"opensesame", "dXNlcjpzaW1zYWxhYmlt", "user:simsalabim", "simsalabim"}, []string{"de-informal"}},
		"a token":                     {`{"transport": "sse", "url": "https://till/mcp", "authorization_token": "Bearer opensesame"}`, []string{"opensesame"}, nil},
		"a token of two parts":        {`{"transport": "sse", "url": "https://till/mcp", "authorization_token": "ab-$ENV.REGION"}`, []string{"ab-eu-central", "eu-central"}, nil},
		"who the address is":          {`{"transport": "http", "url": "https://me:opensesame@till/mcp"}`, []string{"opensesame"}, nil},
		"a token alone":               {`{"transport": "http", "url": "https://opensesame@till/mcp"}`, []string{"opensesame"}, nil},
		"its query":                   {`{"transport": "http", "url": "https://till/mcp?apiKey=open%2Bsesame&profile=visitor&code=` + key + `#x"}`, []string{"open+sesame", key}, []string{"visitor"}},
		"its path":                    {`{"transport": "http", "url": "https://till/s/` + key + `/mcp"}`, []string{key}, []string{"mcp"}},
		"an id that opens it":         {`{"transport": "http", "url": "https://till/0b3c1f7e-5a55-4a39-9d53-1c2f3a4b5c6d/mcp"}`, []string{"0b3c1f7e-5a55-4a39-9d53-1c2f3a4b5c6d"}, nil},
		"an address that is none":     {`{"transport": "http", "url": "till://me:opensesame@till/mcp"}`, []string{"opensesame"}, nil},
		"several of one name":         {`{"transport": "http", "url": "https://till?key=opensesame&key=simsalabim"}`, []string{"opensesame", "simsalabim"}, nil},
		"another transport's members": {`{"transport": "stdio", "command": "sh", "arguments": ["-c", "till", "https://till/docs/getting-started"]}`, nil, []string{"till", "getting-started", "https://till/docs/getting-started"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := secretsOf(t, tt.definition)
			for _, value := range tt.secret {
				if !slices.Contains(got, value) {
					t.Errorf("%q is not among %q", value, got)
				}
			}
			for _, value := range tt.open {
				if slices.Contains(got, value) {
					t.Errorf("%q is among %q", value, got)
				}
			}
		})
	}
}
