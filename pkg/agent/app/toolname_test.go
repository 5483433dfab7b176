package app

import (
	"regexp"
	"strings"
	"testing"
)

// taken is what the API of a model takes for the name of a tool.
var taken = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`)

func TestToolsAreOfferedByNamesThatModelsTake(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("l", 70)
	for _, tt := range []struct{ server, tool, want string }{
		{"agents.shop.till", "sum", "agents_shop_till__sum"},
		{"till", "sum-up_2", "till__sum-up_2"},
		{"hello", "greet (structured)", "hello__greet_structured_0cc5176a"}, // as docs/tools.md has it
		{"till", "greet.v2", "till__greet_v2_"},
		{"till", "天气", "till__"},
		{"till", "weather 天气", "till__weather_"},
		{"till", "a\nb\x1b[31m", "till__a_b_31m_"},
		{"my till", "sum", "my_till__sum_"},
		{"3d", "draw", "_3d__draw_"},
		{"till", strings.Repeat("t", 58), "till__" + strings.Repeat("t", 58)},
		{"till", strings.Repeat("t", 59), "till__" + strings.Repeat("t", 49) + "_"},
		{"agents.customer_support_escalation_desk.ticketing", "create_ticket_with_priority", "agents_customer_support_es__create_ticket_with_priority_"},
		{long, long, strings.Repeat("l", 13) + "__" + strings.Repeat("l", 40) + "_"},
	} {
		got := (&Server{ID: tt.server}).Offered(tt.tool)
		exact := strings.HasSuffix(tt.want, "0cc5176a") || tt.want == (&Server{ID: tt.server}).Called(tt.tool)
		if !strings.HasPrefix(got, tt.want) || exact && got != tt.want || !exact && len(got) > len(tt.want)+8 {
			t.Errorf("%s, %q: got %q, want %q and digits", tt.server, tt.tool, got, tt.want)
		}
		if !taken.MatchString(got) {
			t.Errorf("%s, %q: no API takes %q", tt.server, tt.tool, got)
		}
	}
}

func TestToolsOfOneServerAreOfferedByNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	s, names := &Server{ID: "till"}, map[string]string{}
	prefix := strings.Repeat("p", 80)
	for _, tool := range []string{"a b", "a.b", "a_b", "a  b", "A b", "a/b", "a", "a ", " a", "天", "气", prefix + "1", prefix + "2", "a\tb", "a\nb"} {
		name := s.Offered(tool)
		if other, ok := names[name]; ok {
			t.Errorf("%q and %q are both %q", other, tool, name)
		}
		names[name] = tool
	}
}
