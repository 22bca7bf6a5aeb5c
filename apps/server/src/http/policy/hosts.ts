import { isIP, isIPv4 } from "node:net";

export interface HostSettings {
  readonly HOST: string;
  readonly TROVELLA_MODE?: string | undefined;
  readonly TROVELLA_PUBLIC_URL?: string | undefined;
  /** More names of this server. */
  readonly TROVELLA_HOSTS?: readonly string[] | undefined;
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "::1"];

/** Whether a server bound to `host` is reachable from this computer only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host.toLowerCase()) || (host.startsWith("127.") && isIPv4(host));
}

/**
 * DNS rebinding: a web page can resolve its own host name to the IP address of this server, but the Host header still carries
 * that name. Without sign-in the name is therefore always checked. A team's server may be behind a proxy with any name.
 */
export function isAllowedHost(header: string, settings: HostSettings): boolean {
  if (!URL.canParse(`http://${header}`)) return false;
  const isBoundToLoopback = isLoopback(settings.HOST);
  if (settings.TROVELLA_MODE === "team" && !isBoundToLoopback) return true;
  const name = hostName(header);
  if (isLoopback(name) || isNamed(name, settings) || isPublicHost(header, settings)) return true;
  // A browser cannot be led to an IP address by a name; but 0.0.0.0 means this computer to some of them.
  return !isBoundToLoopback && isIP(name) !== 0 && name !== "0.0.0.0" && name !== "::";
}

/** Whether the operator named this host in TROVELLA_HOSTS. */
export function isNamed(name: string, { TROVELLA_HOSTS = [] }: HostSettings): boolean {
  return TROVELLA_HOSTS.includes(name.toLowerCase());
}

function isPublicHost(header: string, { TROVELLA_PUBLIC_URL: url }: HostSettings): boolean {
  return url !== undefined && header === new URL(url).host;
}

/** A Host header has an optional port. */
function hostName(header: string): string {
  const [, name = ""] = /^\[?(.*?)\]?(?::\d{1,5})?$/.exec(header) ?? [];
  return name;
}
