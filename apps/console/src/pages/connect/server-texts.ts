import { t } from "../../language/messages.ts";

/** The texts of the server about clients; a test asks for new ones. */
const SERVER_TEXTS: Readonly<Record<string, string>> = {
  "Any other client": t("Any other client"),
  "Quit Claude Desktop completely and start it again.": t(
    "Quit Claude Desktop completely and start it again.",
  ),
  "Switch the server on in Cursor's settings under Tools & MCP if it is off.": t(
    "Switch the server on in Cursor's settings under Tools & MCP if it is off.",
  ),
  'Run "MCP: List Servers" in VS Code, start trovella and trust it when asked.': t(
    'Run "MCP: List Servers" in VS Code, start trovella and trust it when asked.',
  ),
  "ChatGPT and others that run on the internet need a public URL with sign-in, which local mode does not have.":
    t(
      "ChatGPT and others that run on the internet need a public URL with sign-in, which local mode does not have.",
    ),
  "Then /mcp in Claude Code, choose trovella and Authenticate: your browser opens.": t(
    "Then /mcp in Claude Code, choose trovella and Authenticate: your browser opens.",
  ),
  "In its settings under Connectors, add a custom connector with the URL above; your browser opens. The connection comes from the internet, so the server must be reachable from there.":
    t(
      "In its settings under Connectors, add a custom connector with the URL above; your browser opens. The connection comes from the internet, so the server must be reachable from there.",
    ),
  "Then Cursor's settings, Tools & MCP, offer to sign in: your browser opens.": t(
    "Then Cursor's settings, Tools & MCP, offer to sign in: your browser opens.",
  ),
  'Then "MCP: List Servers" in VS Code, start trovella: your browser opens.': t(
    'Then "MCP: List Servers" in VS Code, start trovella: your browser opens.',
  ),
  "Then run `codex mcp login trovella`: your browser opens.": t(
    "Then run `codex mcp login trovella`: your browser opens.",
  ),
  "Then run `opencode mcp auth trovella`: your browser opens.": t(
    "Then run `opencode mcp auth trovella`: your browser opens.",
  ),
  "Then run `kilo mcp auth trovella`: your browser opens.": t(
    "Then run `kilo mcp auth trovella`: your browser opens.",
  ),
  "Then run `/mcp-config login trovella` in Kimi Code: your browser opens.": t(
    "Then run `/mcp-config login trovella` in Kimi Code: your browser opens.",
  ),
  "Then /mcp auth trovella in Gemini CLI: your browser opens.": t(
    "Then /mcp auth trovella in Gemini CLI: your browser opens.",
  ),
  "Give it the URL above. A client with OAuth support opens your browser to sign in; any other sends an access token as Authorization: Bearer.":
    t(
      "Give it the URL above. A client with OAuth support opens your browser to sign in; any other sends an access token as Authorization: Bearer.",
    ),
};

/** Texts that are the same for many clients, but for their name. */
const NAMED_TEXTS: Readonly<Record<string, (name: string) => string>> = {
  "Restart {name}.": (name) => t("Restart {name}.", { name }),
  "Restart {name}; /mcp lists its servers.": (name) =>
    t("Restart {name}; /mcp lists its servers.", { name }),
  "Then {name} asks you to sign in: your browser opens.": (name) =>
    t("Then {name} asks you to sign in: your browser opens.", { name }),
  "{name} only starts servers itself and cannot call this one.": (name) =>
    t("{name} only starts servers itself and cannot call this one.", { name }),
};

export function isTranslated(text: string, name: string): boolean {
  return Object.hasOwn(SERVER_TEXTS, text) || Object.hasOwn(NAMED_TEXTS, template(text, name));
}

/** In the page's language; as it came if it is new. */
export function serverText(text: string, name: string): string {
  return SERVER_TEXTS[text] ?? NAMED_TEXTS[template(text, name)]?.(name) ?? text;
}

function template(text: string, name: string): string {
  return text.replace(name, "{name}");
}
