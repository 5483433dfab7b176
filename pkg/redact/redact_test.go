package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/redact"
)

const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\nshort==\n-----END PRIVATE KEY-----\n"

func encoded(t *testing.T, s string) string {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestText(t *testing.T) {
	t.Parallel()
	secrets := []redact.Secret{
		{"KEY", "sk-abc123/xyz+9"},
		{"LONGER", "sk-abc123/xyz+9-and-more"},
		{"OVERLAP", "xyz+9-and-more-still"},
		{"QUOTED", "pa\"ss\\wo<rd"},
		{"PHRASE", "correct horse battery"},
		{"UMLAUT", "pässwörd世"},
		{"PEM", pem},
		{"SHORT", "12345"},
		{"FLAG", "false"},
		{"PADDED", "  padded-value\n"},
		{"a\"]\n", "strange-name"},
		{"", "nameless-one"},
	}
	r := redact.New(secrets, []*regexp.Regexp{regexp.MustCompile(`\b\d{4}-\d{4}\b`), regexp.MustCompile(`tok:\S+`)})
	std := base64.StdEncoding.EncodeToString
	key := "sk-abc123/xyz+9"
	long := strings.Repeat("x", 50)
	tests := []struct{ name, in, want string }{
		{"text without a secret is left alone", "nothing here: 100% \\o/ a+b\nc", "nothing here: 100% \\o/ a+b\nc"},
		{"a value is named", "use " + key + ".", "use [redacted KEY]."},
		{"every place is found", key + key + " " + key, "[redacted KEY][redacted KEY] [redacted KEY]"},
		{"of secrets that contain each other the longest is named", "sk-abc123/xyz+9-and-more", "[redacted LONGER]"},
		{"secrets that overlap go as one", "a sk-abc123/xyz+9-and-more-still b", "a [redacted LONGER] b"},
		{"standard base64", "v=" + std([]byte(key)), "v=[redacted KEY]"},
		{"base64 inside a larger text, first alignment", std([]byte("usr" + key + "tail")), "dXNy[redacted KEY]dGFpbA=="},
		{"base64 inside a larger text, second alignment", std([]byte("user" + key + "tail")), "dXNlcn[redacted KEY]XRhaWw="},
		{"base64 inside a larger text, third alignment", std([]byte("u" + "ser:" + key + "tail")), "dXNlcjp[redacted KEY]l0YWls"},
		{"url base64", base64.RawURLEncoding.EncodeToString([]byte("pässwörd世")), "[redacted UMLAUT]"},
		{"wrapped base64", "a " + std([]byte(pem))[:76] + "\n" + std([]byte(pem))[76:] + " b", "a [redacted PEM]o= b"},
		{"hexadecimal in either case", "736b2d6162633132332f78797a2b39 736B2D6162633132332F78797A2B39", "[redacted KEY] [redacted KEY]"},
		{"query encoding", "?k=" + url.QueryEscape(key) + "&p=" + url.QueryEscape("correct horse battery"), "?k=[redacted KEY]&p=[redacted PHRASE]"},
		{"path encoding", "/" + url.PathEscape(key) + "/" + url.PathEscape("correct horse battery"), "/[redacted KEY]/[redacted PHRASE]"},
		{"lower-case percent encoding", "sk-abc123%2fxyz%2b9", "[redacted KEY]"},
		{"percent encoding twice", url.QueryEscape(url.QueryEscape(key)), "[redacted KEY]"},
		{"form data without any percent sign", "p=correct+horse+battery", "p=[redacted PHRASE]"},
		{"json escapes", "got " + encoded(t, "pa\"ss\\wo<rd"), `got "[redacted QUOTED]"`},
		{"json escaped twice", encoded(t, encoded(t, "pa\"ss\\wo<rd")), `"\"[redacted QUOTED]\""`},
		{"escapes where none was needed", `sk-\u0061bc123\/xyz\u002B9!`, "[redacted KEY]!"},
		{"escaped bytes", `p\xc3\xa4ssw\xc3\xb6rd世`, "[redacted UMLAUT]"},
		{"a value of several lines", "key:\n" + pem + "end", "key:\n[redacted PEM]\nend"},
		{"a value of several lines in json", encoded(t, pem), `"[redacted PEM]\n"`},
		{"a value of several lines with windows line ends", strings.ReplaceAll(pem, "\n", "\r\n"), "[redacted PEM]\r\n"},
		{"a value of several lines, indented", "  " + strings.ReplaceAll(pem, "\n", "\n  "), "  [redacted PEM]\n  "},
		{"one line of it", "saw MIIEvQIBADANBgkqhkiG9w0BAQEFAASC here", "saw [redacted PEM] here"},
		{"its boundary is no secret", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----"},
		{"short values are left alone", "12345 false", "12345 false"},
		{"blanks around a value do not belong to it", "<padded-value>", "<[redacted PADDED]>"},
		{"a name cannot break quotes", `"strange-name"`, `"[redacted a___]"`},
		{"a secret without a name", "nameless-one", "[redacted]"},
		{"masks", "card 1234-5678, 12345-6789", "card [redacted], 12345-6789"},
		{"a mask that overlaps a secret goes under the secret's name", "tok:" + key + "," + key, "[redacted KEY]"},
		{"text far from a secret stays", long + key + long, long + "[redacted KEY]" + long},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := r.Text(tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if again := r.Text(got); again != got {
				t.Errorf("redacting twice gives %q", again)
			}
		})
	}
}

func TestNilRedactsNothing(t *testing.T) {
	t.Parallel()
	var r *redact.Redactor
	if got := r.Text("abc"); got != "abc" {
		t.Error(got)
	}
}

func TestMarksNeverGiveASecretAway(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		secrets []redact.Secret
		masks   []string
		in      string
		want    string
	}{
		{"a name that is the secret", []redact.Secret{{"hunter22", "hunter22"}}, nil, "hunter22", "[redacted]"},
		{"a name that holds another secret", []redact.Secret{{"KEY_hunter22", "abcdefgh"}, {"B", "hunter22"}}, nil, "abcdefgh hunter22", "[redacted] [redacted B]"},
		{"the mark's own word", []redact.Secret{{"A", "redacted"}}, nil, "redacted", "***"},
		{"mark and neighbours make a secret", []redact.Secret{{"A", "abcdef"}, {"B", "x[reda"}}, nil, "xabcdef", "[redacted B]cted A]"},
		{"a mask that matches marks", []redact.Secret{{"A", "abcdef"}}, []string{`.+`}, "abcdef", "[redacted A]"},
		{"an empty match masks nothing", nil, []string{`z*`}, "abc", "abc"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var masks []*regexp.Regexp
			for _, m := range tt.masks {
				masks = append(masks, regexp.MustCompile(m))
			}
			r := redact.New(tt.secrets, masks)
			got := r.Text(tt.in)
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if again := r.Text(got); again != got {
				t.Errorf("redacting twice gives %q", again)
			}
		})
	}
}

func TestASecretThatWasCutOffIsOneStill(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{Name: "KEY", Value: "sk-verysecretkey-ABCDEFGH12345678"}}, nil)
	for text, want := range map[string]string{
		`got "....sk-verysecretkey-ABCDEFGH1234567..."`: `got "....[redacted KEY]..."`,
		"sk-verysecretkey-AB…":                          "[redacted KEY]…",
		"ends in sk-verysecretke":                       "ends in [redacted KEY]",
		"sk-very...":                                    "sk-very...",
		"sk-verysecretkey-AB and on":                    "sk-verysecretkey-AB and on",
		"c2stdmVyeXNlY3JldGtleS1BQkNERUZHSDEyMzQ1...":   "[redacted KEY]...",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
