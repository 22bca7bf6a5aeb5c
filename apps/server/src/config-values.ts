import { isIP } from "node:net";

/** PostgreSQL allows URLs without a host (user@/database?host=/socket), unlike the URL standard. */
export function isDatabaseUrl(url: string): boolean {
  const complete = url.replace("@/", "@localhost/");
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(complete);
}

export function isEmbedder(text: string): boolean {
  if (text === "local" || text === "none") return true;
  if (!isWebUrl(text)) return false;
  const { hash, searchParams } = new URL(text);
  return hash.length > 1 && /^[1-9]\d{1,4}$/.test(searchParams.get("dimensions") ?? "");
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url);
}

/** Scheme, host and port only, as browsers serialize an origin. */
export function isOrigin(text: string): boolean {
  return isWebUrl(text) && new URL(text).origin === text;
}

export function isHost(host: string): boolean {
  const isName = host.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host);
  return isIP(host) !== 0 || isName;
}

/** 32 bytes in Base64. */
export function isPublicKey(text: string): boolean {
  return /^[\w+/]{43}=$/.test(text);
}

export function isMailServerUrl(url: string): boolean {
  return /^smtps?:\/\/./.test(url) && URL.canParse(url) && new URL(url).hostname !== "";
}

/** `ada@example.org` or `Ada <ada@example.org>`, on one line. */
export function isMailSender(text: string): boolean {
  const [, address = text] = /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? [];
  return text.length <= 320 && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address);
}
