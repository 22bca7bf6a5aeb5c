import type { Finding } from "./texts.ts";

/** The pages that a search brought, as if a step's sources had come from its searches in turn. */
export function usedUrls(findings: readonly Finding[], index: number, searches: number): string[] {
  const urls = findings.flatMap(({ sources }) => sources.map(({ url }) => url));
  return urls.filter((_, position) => position % searches === index);
}
