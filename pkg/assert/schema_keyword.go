package assert

import "strconv"

// shape is what schemas the value of a keyword holds.
type shape int

const (
	noSchema    shape = iota
	oneSchema         // or, of items, a list
	schemaList        // in order
	schemaByKey       // under names of the user's
)

// keyword is what is known of a keyword of JSON Schema.
type keyword struct {
	holds        shape
	since, until int      // the drafts in which it works, 0 for no limit
	of           []string // the types it says something of, nil for all
	remark       bool     // it asserts nothing and is not meant to
	inert        bool     // it works in no draft
	instead      string   // what to write where it does not work
}

// keywords are those of all drafts.
func keywords() map[string]keyword {
	known := map[string]keyword{
		"$ref":          {},
		"$dynamicRef":   {since: 2020, instead: "write $ref"},
		"$recursiveRef": {since: 2019, until: 2019, instead: "write $dynamicRef, or $ref"},
		"type":          {},
		"enum":          {},
		"const":         {since: 6, instead: "write enum"},
		"format":        {of: []string{"string"}},

		"allOf": {holds: schemaList},
		"anyOf": {holds: schemaList},
		"oneOf": {holds: schemaList},
		"not":   {holds: oneSchema},
		"if":    {holds: oneSchema, since: 7},
		"then":  {holds: oneSchema, since: 7},
		"else":  {holds: oneSchema, since: 7},

		"$schema":          {remark: true},
		"id":               {remark: true, until: 4, instead: "write $id"},
		"$id":              {remark: true, since: 6, instead: "write id"},
		"$anchor":          {remark: true, since: 2019, instead: "write it as the fragment of $id"},
		"$dynamicAnchor":   {remark: true, since: 2020, instead: "write $anchor"},
		"$recursiveAnchor": {remark: true, since: 2019, until: 2019, instead: "write $dynamicAnchor"},
		"$defs":            {remark: true, holds: schemaByKey},
		"definitions":      {remark: true, holds: schemaByKey},

		"$vocabulary":      {inert: true, instead: "it belongs into a meta-schema"},
		"nullable":         {inert: true, instead: `write "null" into a list of types`},
		"contentEncoding":  {inert: true, instead: "contents of texts are not checked; write a pattern"},
		"contentMediaType": {inert: true, instead: "contents of texts are not checked; write a pattern"},
		"contentSchema":    {inert: true, instead: "contents of texts are not checked; write a pattern"},
	}
	for _, name := range []string{
		"$comment", "title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly",
	} {
		known[name] = keyword{remark: true}
	}
	of := func(kinds []string, more map[string]keyword) {
		for name, k := range more {
			k.of = kinds
			known[name] = k
		}
	}
	of([]string{"number", integer}, map[string]keyword{
		"multipleOf": {}, "maximum": {}, "exclusiveMaximum": {}, "minimum": {}, "exclusiveMinimum": {},
	})
	of([]string{"string"}, map[string]keyword{"maxLength": {}, "minLength": {}, "pattern": {}})
	of([]string{"array"}, map[string]keyword{
		"maxItems": {}, "minItems": {}, "uniqueItems": {},
		"items":            {holds: oneSchema},
		"prefixItems":      {holds: schemaList, since: 2020, instead: "write items with a list"},
		"additionalItems":  {holds: oneSchema, until: 2019, instead: "write prefixItems with items beside it"},
		"contains":         {holds: oneSchema, since: 6},
		"minContains":      {since: 2019},
		"maxContains":      {since: 2019},
		"unevaluatedItems": {holds: oneSchema, since: 2019},
	})
	of([]string{"object"}, map[string]keyword{
		"maxProperties": {}, "minProperties": {}, "required": {},
		"properties":            {holds: schemaByKey},
		"patternProperties":     {holds: schemaByKey},
		"additionalProperties":  {holds: oneSchema},
		"propertyNames":         {holds: oneSchema, since: 6},
		"dependencies":          {holds: schemaByKey},
		"dependentRequired":     {since: 2019, instead: "write dependencies"},
		"dependentSchemas":      {holds: schemaByKey, since: 2019, instead: "write dependencies"},
		"unevaluatedProperties": {holds: oneSchema, since: 2019},
	})
	return known
}

// draftName is a draft as people know it.
func draftName(draft int) string {
	switch draft {
	case 2020:
		return "2020-12"
	case 2019:
		return "2019-09"
	default:
		return "draft-0" + strconv.Itoa(draft)
	}
}

// formats are those the validator checks.
func formats() []string {
	return []string{
		"date-time", "date", "time", "duration", "period", "email", "hostname", "ipv4", "ipv6",
		"uri", "uri-reference", "uri-template", "iri", "iri-reference", "uuid", "json-pointer", "relative-json-pointer", "regex", "semver",
	}
}
