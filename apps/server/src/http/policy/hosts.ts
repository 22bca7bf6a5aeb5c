const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "::1"];

/** Whether only programs on this computer can reach a server bound to `host`. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.includes(host.toLowerCase()) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether a Host header, with or without a port, names this computer as its own user would. */
export function namesLoopback(hostHeader: string): boolean {
  const [, name = ""] = /^\[?(.*?)\]?(?::\d{1,5})?$/.exec(hostHeader) ?? [];
  return isLoopback(name);
}
