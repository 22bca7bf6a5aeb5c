/** A URL that is safe to follow, or null: stored URLs may have any scheme, such as `javascript:`. */
export function webLink(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
