package wire

import (
	"net"
	"net/http"
	"time"
)

// NewHTTPClient makes the client to share between all connectors of a run. It
// keeps as many connections open as requests are in flight, takes its proxy
// from the environment, and leaves deadlines to contexts, since a model may
// think for minutes before its first byte.
func NewHTTPClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Client{Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    256,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 1 << 20,
		// A connection whose other end vanished would else take the requests
		// of a whole trial with it.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 15 * time.Second},
	}}
}
