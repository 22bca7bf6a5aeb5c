/** In a file of its own: the settings name them, and every command reads the settings. */
export const EXTRACTION_PROVIDERS = ["anthropic", "openai-compatible"] as const;
