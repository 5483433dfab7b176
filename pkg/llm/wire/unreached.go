package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// unreached is the error of a request that got no answer, not even a status.
func (c *Client) unreached(err error) *llm.Error {
	var own *llm.Error
	if errors.As(err, &own) { // from redirect
		return own
	}
	var at *url.Error
	if errors.As(err, &at) { // its text holds the URL, and that may hold a key
		err = at.Err
	}
	text, retryable := c.describe(err)
	fault := c.fault(0, retryable, text)
	fault.Message = "cannot reach " + fault.Message
	if !isTimeout(err) { // one of the network is not the caller's deadline
		fault.Err = err
	}
	return fault
}

func (c *Client) describe(err error) (text string, retryable bool) {
	var lookup *net.DNSError
	var op *net.OpError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &lookup):
		if lookup.IsNotFound {
			return "(the name is not known: check host)", false
		}
		return "(looking up the name failed: " + c.secrets.line(lookup.Err) + ")", true
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return "through the proxy of the environment (" + c.secrets.line(err.Error()) + ")", true
	case isCertificate(err):
		return "(its TLS certificate is not trusted: " + c.secrets.line(err.Error()) + ")", false
	case errors.As(err, &record) || strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return "(it does not speak TLS: if it is meant to be so, begin host with http://)", false
	case errors.Is(err, syscall.ECONNREFUSED):
		if isLocal(c.url.Hostname()) {
			return "(connection refused: no server is listening there, start it or check host; in a container, localhost is the container itself)", true
		}
		return "(connection refused: no server is listening there)", true
	case isTimeout(err):
		return "(timed out)", true
	case isCut(err):
		return "(the connection was closed before an answer came)", true
	default:
		return "(" + c.secrets.line(err.Error()) + ")", errors.As(err, &op)
	}
}

func isCertificate(err error) bool {
	var verification *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	return errors.As(err, &verification) || errors.As(err, &authority) ||
		errors.As(err, &name) || errors.As(err, &invalid)
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// isCut tells a connection that ended, however its end looks from here.
func isCut(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		strings.Contains(err.Error(), "server closed idle connection") ||
		strings.Contains(err.Error(), "http2: server sent GOAWAY") ||
		strings.Contains(err.Error(), "http2: client connection lost") ||
		strings.Contains(err.Error(), "stream error: ")
}
