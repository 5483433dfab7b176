package promptfoo

import (
	"net/url"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// settings turns a provider's config into the options of a connector.
type settings struct {
	r      *reader
	what   string
	config *source.Node // nil when there is none
	vendor vendor
	host   string
	key    string   // the variable of the key
	keys   []string // all variables the connector needs
}

// passed are the members of a config that the API itself takes under the same
// name.
var passed = []string{
	"top_p", "stop", "seed", "presence_penalty", "frequency_penalty", "max_completion_tokens", "reasoning_effort",
	"response_format", "service_tier", "verbosity",
}

// passedByAnthropic are those of the Messages API.
var passedByAnthropic = []string{"top_p", "top_k", "stop_sequences", "service_tier"}

// defaultLength is the length of answers that promptfoo asks the Messages API
// for where a config sets none. The API wants one.
const defaultLength = "1024"

// options are a connector's, false when the provider cannot be reached.
func (s *settings) options(name, model string, pos eval.Pos) (eval.Value, bool) {
	var extra, own, headers []importer.Member
	auth := ""
	version, deployment := "", name == "azure" || name == "azureopenai"
	for _, m := range s.members() {
		switch m.Key {
		case "apiBaseUrl", "apiHost":
			s.host = s.environment(text(m.Node))
			if m.Key == "apiHost" && !strings.Contains(s.host, "://") {
				s.host = "https://" + s.host
			}
		case "apiVersion":
			version = text(m.Node)
		case "apiKeyEnvar":
			if s.key = text(m.Node); !variableName.MatchString(s.key) {
				s.lose(m, "want the name of a variable", "")
				return eval.Value{}, false
			}
		case "apiKey":
			s.apiKey(m)
		case "headers":
			headers = s.headers(m)
		case "temperature", "max_tokens":
			own = s.bounded(own, m)
		case "passthrough":
			for _, inner := range m.Node.Fields {
				extra = s.pass(extra, inner)
			}
		default:
			names := passed
			if s.vendor.kind == anthropic {
				names = passedByAnthropic
			}
			if slices.Contains(names, m.Key) {
				extra = s.pass(extra, m)
				continue
			}
			s.lose(m, "it has no place in a connector", "")
		}
	}
	if deployment {
		if !s.azure(model, version, pos) {
			return eval.Value{}, false
		}
		auth = "api-key"
	}
	host := s.host
	if !isAddress(host) {
		s.r.suite.Lose(pos, s.what, "its address is no URL that can be used", "write a connector of your own")
		return eval.Value{}, false
	}
	members := []importer.Member{{Key: "host", Value: eval.StringValue(host)}, {Key: "model", Value: eval.StringValue(model)}}
	if s.key == "" && !strings.HasPrefix(host, "http://localhost") && !strings.HasPrefix(host, "http://127.0.0.1") {
		auth = "none" // which a server elsewhere is not asked without
	}
	if s.key != "" {
		members = append(members, importer.Member{Key: "key", Value: eval.StringValue("$ENV." + s.key)})
		s.keys = append(s.keys, s.key)
	}
	if auth != "" {
		members = append(members, importer.Member{Key: "auth", Value: eval.StringValue(auth)})
	}
	hasLength := slices.ContainsFunc(own, func(m importer.Member) bool { return m.Key == "max_tokens" })
	if s.vendor.kind == anthropic && !hasLength {
		own = append(own, importer.Member{Key: "max_tokens", Value: eval.Trusted(defaultLength)})
	}
	if len(headers) > 0 {
		object, err := importer.Object(headers)
		if err != nil {
			return eval.Value{}, false
		}
		members = append(members, importer.Member{Key: "headers", Value: object})
	}
	members = append(members, own...)
	if len(extra) > 0 {
		body, err := importer.Object(extra)
		if err != nil {
			return eval.Value{}, false
		}
		members = append(members, importer.Member{Key: "extra_body", Value: body})
	}
	options, err := importer.Object(members)
	return options, err == nil
}

func (s *settings) members() []source.Member {
	if s.config == nil {
		return nil
	}
	return s.config.Fields
}

func (s *settings) lose(m source.Member, why, hint string) {
	s.r.suite.Lose(m.KeyPos, s.what+" "+m.Key, why, hint)
}

// apiKey takes a key from the environment; one that stands in the file is not
// copied into another.
func (s *settings) apiKey(m source.Member) {
	if found := envTemplate.FindStringSubmatch(text(m.Node)); found != nil && found[0] == strings.TrimSpace(text(m.Node)) {
		s.key = found[1] + found[2]
		return
	}
	if s.key == "" {
		s.key = "API_KEY"
	}
	s.lose(m, "a key that stands in the file is not copied", "set "+s.key+" in the environment or in .env")
}

// bounded keeps a setting that connectors bound.
func (s *settings) bounded(list []importer.Member, m source.Member) []importer.Member {
	x, ok := number(m.Node)
	ok = ok && m.Node.Kind() == eval.Number
	if m.Key == "temperature" {
		most := 2.0
		if s.vendor.kind == anthropic {
			most = 1
		}
		ok = ok && x >= 0 && x <= most
	} else {
		ok = ok && x >= 1 && eval.IsInteger(m.Node.Value.Raw()) && x < 1<<31
	}
	if !ok {
		s.lose(m, "the value is out of range, "+source.Describe(m.Node), "")
		return list
	}
	return append(list, importer.Member{Key: m.Key, Value: m.Node.Value})
}

// pass adds a member to the request itself.
func (s *settings) pass(list []importer.Member, m source.Member) []importer.Member {
	raw := m.Node.Value.Raw()
	if strings.Contains(raw, "$ENV.") || strings.Contains(raw, "file://") || templated(m.Node) ||
		slices.Contains([]string{"model", "messages", "stream", "tools"}, m.Key) {
		s.lose(m, "it has no place in a connector", "")
		return list
	}
	return append(list, importer.Member{Key: m.Key, Value: m.Node.Value})
}

// environment puts our form of variables in the place of promptfoo's.
func (s *settings) environment(address string) string {
	address = strings.ReplaceAll(address, "$ENV.", "")
	return envTemplate.ReplaceAllStringFunc(address, func(whole string) string {
		found := envTemplate.FindStringSubmatch(whole)
		s.keys = append(s.keys, found[1]+found[2])
		return "$ENV." + found[1] + found[2]
	})
}

// isAddress reports whether a host can be one: a URL without a user, or one
// that begins with a variable.
func isAddress(host string) bool {
	if strings.HasPrefix(host, "$ENV.") {
		return true
	}
	u, err := url.Parse(strings.ReplaceAll(host, "$ENV.", "ENV-"))
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

// azure makes the address of a deployment.
func (s *settings) azure(deployment, version string, pos eval.Pos) bool {
	if s.host == "" {
		s.host = "https://$ENV.AZURE_API_HOST"
		s.keys = append(s.keys, "AZURE_API_HOST")
	}
	if version == "" {
		version = "2024-10-21"
		s.r.suite.Change(pos, s.what, "the API version "+version+" is asked for, since the config names none", "change it in options.host of the connector")
	}
	base := strings.TrimSuffix(strings.TrimRight(s.host, "/"), "/openai")
	s.host = base + "/openai/deployments/" + url.PathEscape(deployment) + "?api-version=" + url.QueryEscape(version)
	return true
}
