import { CANARY_NUMBER } from "@trovella/testing/tenants/tenant-rows";
import type { Exchange } from "./caller.ts";

/** A well-formed id or handle that does not exist. */
export function unlike(id: string): string {
  return /^p-\w{6}\//.test(id) ? id.replace(/^p-\w{6}/, "p-000000") : id.replace(/.{6}$/, "000000");
}

/** What may identify something of an organization: ids, handles of plans, lease tokens and canaries. */
export const TELLING_WORD =
  /[a-z]+_\w+|\bp-[2-9b-df-hj-km-np-tv-xz]{6}\b|\b[2-9b-df-hj-km-np-tv-xz]{10}\b|canary[0-9a-f]{16}/g;

/** Words of another organization in a reply, its headers or its links. */
export function leaksIn({ body, headers }: Exchange, words: ReadonlySet<string>): string[] {
  const text = [body, JSON.stringify(headers), ...cursorsIn(body)].join("\n");
  const found = text.match(TELLING_WORD) ?? [];
  return [...found.filter((word) => words.has(word)), ...(text.match(CANARY_NUMBERS) ?? [])];
}

/** The numeric canaries, and values that counters derive from them. */
const CANARY_NUMBERS = new RegExp(String(CANARY_NUMBER).replace(/\d{4}$/, "\\d{4}"), "g");

/** The first difference between two answers, ignoring the requested ids. */
export function differences(
  [answer, ids]: readonly [Exchange, readonly string[]],
  [expected, otherIds]: readonly [Exchange, readonly string[]],
): string[] {
  const [one, other] = [plain(answer, ids), plain(expected, otherIds)];
  return (["status", "headers", "body", "statements"] as const).flatMap((part) => {
    const [more, less] = [without(one[part], other[part]), without(other[part], one[part])];
    const isSame = one[part].join("\n") === other[part].join("\n");
    return isSame ? [] : [`${part}: ${more.join("; ")} but ${less.join("; ")}`];
  });
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  return lines.filter((line) => !others.includes(line)).map((line) => line.slice(0, 800));
}

const CHANGING_HEADERS = ["date", "content-length", "etag"];

function plain({ status, headers, body, statements }: Exchange, ids: readonly string[]) {
  const stable = Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name));
  return {
    status: [String(status)],
    headers: stable.map((header) => withoutIds(header.join(": "), ids)).sort(),
    body: [withoutIds(body, ids)],
    statements: statements.map(({ text, rows }) => `${rows} rows of ${text}`),
  };
}

/** Values that are new with each call are ignored too. */
function withoutIds(text: string, ids: readonly string[]): string {
  return ids
    .reduce((rest, id) => rest.replaceAll(id, "‹asked›"), text)
    .replaceAll(/\b([a-z]+)_[0-9a-f]{32}/g, "‹new $1›")
    .replaceAll(/\bp-[2-9b-df-hj-km-np-tv-xz]{6}\b/g, "‹new plan›")
    .replaceAll(/("token\\?":\\?")[2-9b-df-hj-km-np-tv-xz]{10}\b/g, "$1‹new token›")
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)?/g, "‹time›")
    .replaceAll(/"(\w*Ms)(\\?)":([\d.]+|\{[^{}]*\})/g, '"$1":‹duration›');
}

function cursorsIn(body: string): string[] {
  return [...body.matchAll(/[cC]ursor\\?":\\?"([\w-]+)/g)].map(([, cursor = ""]) =>
    Buffer.from(cursor, "base64url").toString("utf8"),
  );
}
