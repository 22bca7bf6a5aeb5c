const MAX_LENGTH = 1_000;

/** A native client listens on whatever port is free (RFC 8252, section 7.3). */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** Schemes that browsers or the system handle themselves instead of passing them to a client. */
const REFUSED_SCHEMES =
  /^(https?|wss?|ftp|file|data|blob|javascript|vbscript|about|view-source|filesystem|mailto|tel|sms|intent|content|chrome|chrome-extension|moz-extension|ms-[\w-]+|jar|urn):/i;

/** https, http on loopback, or a private-use scheme. */
export function isAllowedRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_LENGTH || !isPlain(uri)) return false;
  if (LOOPBACK.test(uri)) return true;
  const { protocol, username, password, host } = new URL(uri);
  if (username !== "" || password !== "" || uri.includes("@")) return false;
  if (protocol === "https:") return uri.startsWith("https://") && host !== "";
  return /^[a-z][a-z0-9+.-]+:\/\/?[^/]/.test(uri) && !REFUSED_SCHEMES.test(uri);
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
