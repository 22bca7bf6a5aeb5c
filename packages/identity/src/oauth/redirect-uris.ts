const MAX_LENGTH = 1_000;

/** On the person's own computer, where a program takes whatever port is free. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** What browsers, or the system, would not hand to the program of that name. */
const REFUSED_SCHEMES =
  /^(https?|wss?|ftp|file|data|blob|javascript|vbscript|about|view-source|filesystem|mailto|tel|sms|intent|content|chrome|chrome-extension|moz-extension|ms-[\w-]+|jar|urn):/i;

/** Whether a program may ask to have people sent back there. */
export function isAllowedRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_LENGTH || !isPlain(uri)) return false;
  if (LOOPBACK.test(uri)) return true;
  const { protocol, username, password, host } = new URL(uri);
  if (username !== "" || password !== "" || uri.includes("@")) return false;
  if (protocol === "https:") return uri.startsWith("https://") && host !== "";
  return /^[a-z][a-z0-9+.-]+:\/\/?[^/]/.test(uri) && !REFUSED_SCHEMES.test(uri);
}

/** Letter by letter; on loopback any port will do. */
export function matchesRedirectUri(registered: readonly string[], asked: string): boolean {
  if (!isAllowedRedirectUri(asked)) return false;
  return registered.some((uri) => withoutLoopbackPort(uri) === withoutLoopbackPort(asked));
}

/** Whom the person lets in, in words: the host it lies at, or that it is a program of theirs. */
export function describeRedirect(uri: string): { host: string; isOnThisComputer: boolean } {
  const { protocol, host } = new URL(uri);
  if (LOOPBACK.test(uri)) return { host, isOnThisComputer: true };
  return {
    host: protocol === "https:" ? host : (uri.split("?")[0] ?? uri),
    isOnThisComputer: false,
  };
}

/** The address for a form's policy; addresses that its grammar cannot say are named by their scheme. */
export function formTargetOf(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  const hasOrigin = /^https?:$/.test(protocol) && !hostname.startsWith("[");
  return hasOrigin ? origin : protocol;
}

function withoutLoopbackPort(uri: string): string {
  const [, host, rest] = LOOPBACK.exec(uri) ?? [];
  return host === undefined ? uri : `${host}:*${rest}`;
}

/** Nothing that two readers could read differently. */
function isPlain(uri: string): boolean {
  return /^[!-~]+$/.test(uri) && !/[#\\"'<>^`{|}]/.test(uri) && URL.canParse(uri);
}
