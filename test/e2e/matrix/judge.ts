import { CANARY_NUMBER } from "@trovella/testing/tenants/tenant-rows";
import type { Exchange } from "./asker.ts";

/** An id of the same form that nobody has. */
export function unlike(id: string): string {
  return id.replace(/.{6}$/, "000000");
}

/** Words of another organization in a reply, its headers, or the places it leads on to. */
export function leaksIn({ body, headers }: Exchange, words: ReadonlySet<string>): string[] {
  const text = [body, JSON.stringify(headers), ...cursorsIn(body)].join("\n");
  const told = text.match(/[a-z]+_\w+|canary[0-9a-f]{16}/g) ?? [];
  return [...told.filter((word) => words.has(word)), ...(text.match(CANARY_NUMBERS) ?? [])];
}

/** What stands in place of a canary where there are only numbers, counted on by some. */
const CANARY_NUMBERS = new RegExp(String(CANARY_NUMBER).replace(/\d{4}$/, "\\d{4}"), "g");

/** What tells one answer from another, apart from the ids that were asked about. */
export function differences(
  [told, ids]: readonly [Exchange, readonly string[]],
  [expected, otherIds]: readonly [Exchange, readonly string[]],
): string[] {
  const [one, other] = [plain(told, ids), plain(expected, otherIds)];
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
  const told = Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name));
  return {
    status: [String(status)],
    headers: told.map((header) => withoutIds(header.join(": "), ids)).sort(),
    body: [withoutIds(body, ids)],
    statements: statements.map(({ text, rows }) => `${rows} rows of ${text}`),
  };
}

/** What is new with each call has no meaning either. */
function withoutIds(text: string, ids: readonly string[]): string {
  return ids
    .reduce((rest, id) => rest.replaceAll(id, "‹asked›"), text)
    .replaceAll(/\b([a-z]+)_[0-9a-f]{32}/g, "‹new $1›")
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)?/g, "‹time›")
    .replaceAll(/"(\w*Ms)(\\?)":([\d.]+|\{[^{}]*\})/g, '"$1":‹duration›');
}

function cursorsIn(body: string): string[] {
  return [...body.matchAll(/[cC]ursor\\?":\\?"([\w-]+)/g)].map(([, cursor = ""]) =>
    Buffer.from(cursor, "base64url").toString("utf8"),
  );
}
