const MAX_LENGTH = 1_000;

/** A native client listens on whatever port is free (RFC 8252, section 7.3). */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** A reversed domain name (RFC 8252, section 7.1). */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/** Schemes without a dot that widespread clients use all the same. All others may belong to the system or to a browser. */
const CLIENT_SCHEMES = [
  "antigravity",
  "claude",
  "code-oss",
  "cursor",
  "goose",
  "kiro",
  "lmstudio",
  "raycast",
  "trae",
  "vscode",
  "vscode-insiders",
  "vscodium",
  "warp",
  "windsurf",
  "windsurf-next",
  "zed",
].map((scheme) => `${scheme}:`);

/** https, http on loopback, or the scheme of a native client. */
export function isAllowedRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_LENGTH || !isPlain(uri)) return false;
  if (LOOPBACK.test(uri)) return true;
  const { protocol, hostname } = new URL(uri);
  if (uri.includes("@") || !uri.startsWith(protocol)) return false;
  if (protocol === "https:") return uri.startsWith("https://") && HOST.test(hostname);
  const isClients = PRIVATE_USE_SCHEME.test(protocol) || CLIENT_SCHEMES.includes(protocol);
  return isClients && /^[^:]+:(\/[^/]|\/\/[\w.-]+(:\d+)?([/?]|$))/.test(uri);
}

/** Exactly, except that on loopback the port may differ. */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (!isAllowedRedirectUri(requested)) return false;
  return registered.some((uri) => withoutLoopbackPort(uri) === withoutLoopbackPort(requested));
}

/** The recipient of the code as the consent page names it. */
export function describeRedirect(uri: string): { host: string; isOnThisComputer: boolean } {
  const { protocol, host } = new URL(uri);
  if (LOOPBACK.test(uri)) return { host, isOnThisComputer: true };
  return {
    host: protocol === "https:" ? host : (uri.split("?")[0] ?? uri),
    isOnThisComputer: false,
  };
}

/** For `form-action`; hosts that the CSP grammar cannot express are covered by their scheme. */
export function formTargetOf(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  const hasOrigin = /^https?:$/.test(protocol) && !hostname.startsWith("[");
  return hasOrigin ? origin : protocol;
}

function withoutLoopbackPort(uri: string): string {
  const [, host, rest] = LOOPBACK.exec(uri) ?? [];
  return host === undefined ? uri : `${host}:*${rest}`;
}

/** Excludes characters that parsers interpret differently. */
function isPlain(uri: string): boolean {
  return /^[!-~]+$/.test(uri) && !/[#\\"'<>^`{|}]/.test(uri) && URL.canParse(uri);
}
