import { webLink } from "../../url/web-link.ts";

const MAX_LINK_LENGTH = 2_000;

/** The URL if it leads to the web or to a mailbox, else null. Relative URLs would lead into the console. */
export function safeHref(url: string | null | undefined): string | null {
  if (!url || url.length > MAX_LINK_LENGTH) return null;
  if (/^mailto:[^\s]+$/i.test(url) && URL.canParse(url)) return new URL(url).href;
  return /^https?:\/\//i.test(url) ? webLink(url) : null;
}
