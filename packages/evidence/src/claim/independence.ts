import { getDomain, getHostname } from "tldts";
import type { PreparedText } from "../prepare-text.ts";

/** A source as far as its origin matters. */
export interface Origin {
  readonly sourceId: string;
  readonly url: string | null;
  readonly doi: string | null;
  readonly text: PreparedText | null;
}

const SHINGLE_WORDS = 8;
const MAX_SHINGLES = 20_000;
const MIN_OVERLAP = 0.5;

/** How many of the sources are independent: one per publisher, per work, and per text that others repeat. */
export function countIndependent(origins: readonly Origin[]): number {
  const groups: Origin[][] = [];
  const shingles = new Map(origins.map((origin) => [origin, shinglesOf(origin.text)]));
  for (const origin of origins) {
    const group = groups.find((members) =>
      members.some(
        (member) =>
          isSameOrigin(member, origin) ||
          overlap(shingles.get(member), shingles.get(origin)) >= MIN_OVERLAP,
      ),
    );
    if (group) group.push(origin);
    else groups.push([origin]);
  }
  return groups.length;
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  if (one.sourceId === other.sourceId) return true;
  const doi = normalizeDoi(one.doi);
  if (doi !== null && doi === normalizeDoi(other.doi)) return true;
  const site = siteOf(one.url);
  return site !== null && site === siteOf(other.url);
}

/** The registrable domain; the host where there is none, such as for an IP address. */
function siteOf(url: string | null): string | null {
  if (url === null) return null;
  return getDomain(url, { allowPrivateDomains: true }) ?? getHostname(url);
}

function normalizeDoi(doi: string | null): string | null {
  return doi?.toLowerCase().match(/10\.\d{4,9}\/\S+/)?.[0] ?? null;
}

/** Share of the smaller text's runs of eight words that the other has too. */
function overlap(
  one: ReadonlySet<number> = new Set(),
  other: ReadonlySet<number> = new Set(),
): number {
  const smaller = one.size <= other.size ? one : other;
  const larger = smaller === one ? other : one;
  if (smaller.size === 0) return 0;
  let shared = 0;
  for (const shingle of smaller) if (larger.has(shingle)) shared += 1;
  return shared / smaller.size;
}

function shinglesOf(text: PreparedText | null): ReadonlySet<number> {
  const found = new Set<number>();
  if (!text) return found;
  const hashes = text.keys.map(hashOf);
  const most = Math.min(text.count - SHINGLE_WORDS, MAX_SHINGLES);
  for (let token = 0; token <= most; token++) {
    let hash = 0;
    for (let word = 0; word < SHINGLE_WORDS; word++) {
      hash = (Math.imul(hash, 31) + (hashes[text.ids[token + word] ?? 0] ?? 0)) | 0;
    }
    found.add(hash);
  }
  return found;
}

function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash | 0;
}
