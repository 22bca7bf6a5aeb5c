interface HostSettings {
  readonly HOST: string;
  readonly TROVELLA_PUBLIC_URL?: string | undefined;
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "::1"];

/** Whether a server bound to `host` is reachable from this computer only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host.toLowerCase()) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * DNS rebinding: a web page can resolve its own host name to 127.0.0.1, but the Host header still carries that name. A
 * server bound to other interfaces may be behind a proxy with any name.
 */
export function isAllowedHost(host: string, { HOST, TROVELLA_PUBLIC_URL }: HostSettings): boolean {
  if (!isLoopback(HOST) || isLoopbackHostHeader(host)) return true;
  return TROVELLA_PUBLIC_URL !== undefined && host === new URL(TROVELLA_PUBLIC_URL).host;
}

/** A Host header has an optional port. */
function isLoopbackHostHeader(header: string): boolean {
  const [, name = ""] = /^\[?(.*?)\]?(?::\d{1,5})?$/.exec(header) ?? [];
  return isLoopback(name);
}
