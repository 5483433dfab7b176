package llm_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

func TestRetryable(t *testing.T) {
	t.Parallel()
	want := map[int]bool{
		0: false, 200: false, 301: false, 400: false, 401: false, 402: false, 403: false, 404: false, 405: false,
		413: false, 422: false, 501: false, 505: false,
		408: true, 409: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true, 522: true, 529: true,
	}
	for status, retry := range want {
		if got := llm.Retryable(status); got != retry {
			t.Errorf("Retryable(%d) is %v", status, got)
		}
	}
}
