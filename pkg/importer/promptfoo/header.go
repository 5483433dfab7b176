package promptfoo

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// headers are those to send with each request. A key among them has a place of
// its own.
func (s *settings) headers(m source.Member) []importer.Member {
	var list []importer.Member
	for _, inner := range m.Node.Fields {
		switch value := s.environment(text(inner.Node)); {
		case slices.Contains([]string{"authorization", "api-key", "x-api-key"}, strings.ToLower(inner.Key)):
			s.r.suite.Lose(inner.KeyPos, s.what+" headers."+inner.Key, "a key does not belong into headers", "set options.key of the connector, and options.auth for how it is sent")
		case isTemplate(value):
			s.r.suite.Lose(inner.KeyPos, s.what+" headers."+inner.Key, "a template is not rendered here", "")
		case inner.Node.Kind() != eval.String:
			s.r.suite.Lose(inner.KeyPos, s.what+" headers."+inner.Key, "want text, got "+source.Describe(inner.Node), "")
		default:
			list = append(list, importer.Member{Key: inner.Key, Value: eval.StringValue(value)})
		}
	}
	return list
}
