package promptfoo

import (
	"slices"
	"strings"
)

// The types of connectors.
const (
	openAI    = "openai"
	anthropic = "anthropic"
)

// vendor is a provider whose models can be reached.
type vendor struct {
	kind string // of connector, "" for openAI
	host string // its base URL, "" when the config must name one
	key  string // the variable its key is kept in, "" when it takes none
	note string // what is different from the original, "" for nothing
}

// vendors are the providers that can be reached, by the first word of their
// names.
var vendors = map[string]vendor{
	"openai":      {host: "https://api.openai.com/v1", key: "OPENAI_API_KEY"},
	"anthropic":   {kind: anthropic, host: "https://api.anthropic.com", key: "ANTHROPIC_API_KEY"},
	"ollama":      {host: "http://localhost:11434/v1"},
	"openrouter":  {host: "https://openrouter.ai/api/v1", key: "OPENROUTER_API_KEY"},
	"azure":       {key: "AZURE_API_KEY"},
	"azureopenai": {key: "AZURE_API_KEY"},
	"google":      {host: "https://generativelanguage.googleapis.com/v1beta/openai", key: "GOOGLE_API_KEY", note: "the model is asked through Google's endpoint for chat completions"},
	"deepseek":    {host: "https://api.deepseek.com/v1", key: "DEEPSEEK_API_KEY"},
	"groq":        {host: "https://api.groq.com/openai/v1", key: "GROQ_API_KEY"},
	"mistral":     {host: "https://api.mistral.ai/v1", key: "MISTRAL_API_KEY"},
	"xai":         {host: "https://api.x.ai/v1", key: "XAI_API_KEY"},
	"togetherai":  {host: "https://api.together.xyz/v1", key: "TOGETHER_API_KEY"},
	"cerebras":    {host: "https://api.cerebras.ai/v1", key: "CEREBRAS_API_KEY"},
	"perplexity":  {host: "https://api.perplexity.ai", key: "PERPLEXITY_API_KEY"},
	"localai":     {host: "http://localhost:8080/v1"},
	"vllm":        {host: "http://localhost:8000/v1"},
}

// apis are the second words of a provider's name that say how it is asked, and
// whether that is a chat.
var apis = map[string]string{
	"chat": "", "messages": "",
	"responses":  "the model is asked for chat completions, not through the responses API",
	"completion": "the model is asked to chat, not to complete a text",
}

// noChat are second words of names that are no chat models.
var noChat = []string{"embedding", "embeddings", "moderation", "image", "assistant", "realtime", "transcription", "speech", "agents", "codex-sdk", "video", "live"}

// vendorOf takes a provider's name apart. why says why it cannot be reached.
func vendorOf(id string) (v vendor, name, model, why string) {
	name, rest, ok := strings.Cut(id, ":")
	v, known := vendors[name]
	if v.kind == "" {
		v.kind = openAI
	}
	switch {
	case !ok || rest == "":
		return v, name, "", "it names no model"
	case name == "github":
		return v, name, "", "GitHub Models was retired"
	case !known:
		return v, name, "", "a provider of this kind cannot be asked here"
	}
	api, after, two := strings.Cut(rest, ":")
	note, isAPI := apis[api]
	switch {
	case two && slices.Contains(noChat, api):
		return v, name, "", "it is no chat model"
	case two && v.kind == anthropic && api == "completion":
		return v, name, "", "it completes texts, which this API does no more"
	case two && isAPI:
		rest = after
	case name == "ollama" && !isAPI:
		note = apis["completion"] // as a name without a word between is asked
	}
	if rest == "" || isAPI && !two {
		return v, name, "", "it names no model"
	}
	if note != "" {
		v.note = note
	}
	return v, name, rest, ""
}
