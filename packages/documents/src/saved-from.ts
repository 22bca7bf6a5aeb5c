const HEAD = 20_000;
const PATTERNS = [
  /<!--\s*saved from url=\(\d+\)(https?:\/\/[^\s<>"]{1,2000})/i,
  /\bsaved with singlefile\s+url:\s*(https?:\/\/[^\s<>"]{1,2000})/i,
  /<link\b[^<>]{0,500}?\brel=["']?canonical["']?[^<>]{0,500}?\bhref=["']?(https?:\/\/[^\s<>"']{1,2000})/i,
  /<meta\b[^<>]{0,500}?\bproperty=["']?og:url["']?[^<>]{0,500}?\bcontent=["']?(https?:\/\/[^\s<>"']{1,2000})/i,
];

/** Where a saved web page came from, as browsers and the page itself note it. */
export function savedFrom(html: string): string | null {
  const head = html.slice(0, HEAD);
  const found = PATTERNS.flatMap((pattern) => pattern.exec(head)?.[1] ?? []);
  return found.find((url) => URL.canParse(url)) ?? null;
}
