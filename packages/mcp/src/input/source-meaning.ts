import { isDoi } from "@trovella/research";
import type { Meaning } from "./meanings.ts";

const MAX_DERIVED_TITLE = 200;

/** A URL or DOI stands for a source, and gives a source without a title its title. */
export const sourceMeaning: Meaning = {
  fromText(text) {
    const address = text.trim();
    if (isWebUrl(address)) return { url: address };
    return isDoi(address) ? { doi: address } : null;
  },
  complete(source) {
    const { title, url, doi } = source;
    if (typeof title === "string" ? title.trim() !== "" : title !== undefined && title !== null)
      return source;
    const derived = titleFrom(url) ?? (typeof doi === "string" ? doi : undefined);
    return derived === undefined ? source : { ...source, title: derived };
  },
};

function titleFrom(url: unknown): string | undefined {
  if (typeof url !== "string" || !isWebUrl(url)) return undefined;
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}`.slice(0, MAX_DERIVED_TITLE);
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
}
