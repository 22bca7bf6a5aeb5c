/** The URL if it is http(s), else null: stored URLs are untrusted and may be `javascript:`. */
export function webLink(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
