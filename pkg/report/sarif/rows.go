package sarif

import (
	"net/url"
	"path"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

type message struct {
	Text string `json:"text"`
}

type result struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             message           `json:"message"`
	BaselineState       string            `json:"baselineState,omitempty"`
	Suppressions        []suppression     `json:"suppressions,omitempty"`
	Locations           []location        `json:"locations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          resultProperties  `json:"properties"`
}

type resultProperties struct {
	Agent          string     `json:"agent"`
	Case           string     `json:"case"`
	Trials         int        `json:"trials"` // in which it happened
	Runs           int        `json:"runs"`
	PassRate       *float64   `json:"pass_rate,omitempty"`
	StabilityClass eval.Class `json:"stability_class,omitempty"`

	PassBounds *eval.Interval   `json:"pass_rate_bounds,omitempty"`
	Stopped    string           `json:"stopped,omitempty"`
	Parting    *eval.Parting    `json:"parting,omitempty"`
	Noise      *eval.Noise      `json:"noise,omitempty"`
	Memory     *eval.Memory     `json:"memory,omitempty"`
	Comparison *eval.CaseChange `json:"comparison,omitempty"`
}

// suppression is why a result is not to be acted on for now.
type suppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type location struct {
	PhysicalLocation physicalLocation `json:"physicalLocation"`
}

type physicalLocation struct {
	ArtifactLocation artifactLocation `json:"artifactLocation"`
	Region           *region          `json:"region,omitempty"`
}

type artifactLocation struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
}

type rule struct {
	ID                   string        `json:"id"`
	ShortDescription     message       `json:"shortDescription"`
	DefaultConfiguration configuration `json:"defaultConfiguration"`
}

type configuration struct {
	Level string `json:"level"`
}

type invocation struct {
	ExecutionSuccessful        bool                 `json:"executionSuccessful"`
	StartTimeUTC               string               `json:"startTimeUtc,omitempty"`
	EndTimeUTC                 string               `json:"endTimeUtc,omitempty"`
	ToolExecutionNotifications []notification       `json:"toolExecutionNotifications,omitempty"`
	Properties                 invocationProperties `json:"properties"`
}

type notification struct {
	Level   string  `json:"level"`
	Message message `json:"message"`
}

type invocationProperties struct {
	Gate     eval.Decision  `json:"gate"`
	Baseline *eval.Baseline `json:"baseline,omitempty"`
	Saved    *eval.Saved    `json:"saved,omitempty"`
}

// root names the folder that relative paths begin at, as GitHub knows it.
const root = "%SRCROOT%"

// locations is the place as a location, none when it is unknown.
func locations(pos eval.Pos) []location {
	if pos.File == "" {
		return nil
	}
	place := physicalLocation{ArtifactLocation: artifactOf(pos.File)}
	if pos.Line > 0 {
		place.Region = &region{StartLine: pos.Line, StartColumn: pos.Column}
	}
	return []location{{place}}
}

func artifactOf(file string) artifactLocation {
	drive := len(file) > 2 && file[1] == ':' && file[2] == '/'
	if drive {
		file = "/" + file
	}
	if strings.HasPrefix(file, "/") {
		return artifactLocation{URI: (&url.URL{Scheme: "file", Path: file}).String()}
	}
	return artifactLocation{URI: (&url.URL{Path: path.Clean(file)}).String(), URIBaseID: root}
}
