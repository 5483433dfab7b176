package llm

import "net/http"

// Retryable reports whether a request that was answered with this HTTP status
// may succeed when it is simply repeated.
func Retryable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, // the server gave up waiting for us
		http.StatusConflict, // a lock that others hold; OpenAI's own clients repeat it
		http.StatusTooEarly, // by its definition (RFC 8470) to be repeated
		http.StatusTooManyRequests,
		http.StatusInternalServerError,
		http.StatusBadGateway,
		http.StatusServiceUnavailable,
		http.StatusGatewayTimeout,
		520, 521, 522, 523, 524, // Cloudflare could not reach the provider behind it
		529: // overloaded, as Anthropic says it
		return true
	default:
		return false
	}
}
