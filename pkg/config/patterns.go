package config

import (
	"errors"
	"regexp"
	"strings"
)

func compile(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, errors.New("the pattern is empty")
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

func pattern(dst **regexp.Regexp) Value {
	return &value{kind: "REGEX", set: func(s string) error {
		re, err := compile(s)
		*dst = re
		return err
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return (*dst).String()
	}}
}

func patterns(dst *[]*regexp.Regexp) Value {
	return &value{kind: "REGEX", set: func(s string) error {
		re, err := compile(s)
		if err != nil {
			return err
		}
		if re.MatchString("") {
			return errors.New("the pattern matches nothing at all, and so everywhere")
		}
		*dst = append(*dst, re)
		return nil
	}, show: func() string {
		texts := make([]string, len(*dst))
		for i, re := range *dst {
			texts[i] = re.String()
		}
		return strings.Join(texts, "\n")
	}, many: true}
}
