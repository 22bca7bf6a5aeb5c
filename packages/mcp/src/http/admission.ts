import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { hostRefused, mediaTypeRefused, methodRefused, originRefused } from "./http-refusal.ts";

export interface AdmissionRules {
  readonly isAllowedHost: (host: string) => boolean;
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/**
 * Refuses what a web page may have sent. A page can make its own name point at this computer and
 * would then read our answers, but its browser still tells that name as Host and Origin.
 */
export function checkSource(request: IncomingMessage, rules: AdmissionRules): void {
  const { host, origin } = request.headers;
  if (!host || hasSeveralHosts(request) || !rules.isAllowedHost(host)) throw hostRefused();
  // Programs that are no browser send no Origin.
  if (origin !== undefined && !rules.isAllowedOrigin(origin)) throw originRefused();
}

/** Refuses what cannot carry a message. */
export function checkForm({ method, headers }: IncomingMessage): void {
  if (method !== "POST") throw methodRefused();
  if (!isJsonContentType(headers["content-type"])) throw mediaTypeRefused();
}

/** Node keeps the first of them, but a proxy in front may have looked at another. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}
