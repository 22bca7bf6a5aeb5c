import type { Config } from "../config.ts";

/** Other programs understand more kinds of proxies, so that one of those must not stop the server. */
export function httpProxy({ HTTPS_PROXY: proxy = "" }: Config): string | undefined {
  return URL.canParse(proxy) && new URL(proxy).protocol === "http:" ? proxy : undefined;
}
