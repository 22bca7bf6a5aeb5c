/** The fields at the top of a note, in lower case; each has one value or several. */
export type FrontMatter = ReadonlyMap<string, readonly string[]>;

const START = /^---[ \t]*\r?\n/;
const END = /^(?:---|\.\.\.)[ \t]*$/;
const MAX_LINES = 500;

/**
 * Reads the front matter of a note: lines of `name: value`, lists in brackets or on lines with dashes. Other YAML is left alone:
 * nothing here can refer to anything else.
 */
export function splitFrontMatter(text: string): {
  readonly fields: FrontMatter;
  readonly body: string;
} {
  const none = { fields: new Map<string, string[]>(), body: text };
  const head = START.exec(text)?.[0];
  if (head === undefined) return none;
  const fields = new Map<string, string[]>();
  let values: string[] = [];
  let at = head.length;
  for (let line = 0; line < MAX_LINES && at < text.length; line += 1) {
    const end = text.indexOf("\n", at);
    const content = text.slice(at, end < 0 ? text.length : end).trimEnd();
    at = end < 0 ? text.length : end + 1;
    if (END.test(content)) return { fields, body: text.slice(at) };
    const [, item] = /^\s*-\s+(.*)$/.exec(content) ?? [];
    const [, name, value = ""] = /^([\w -]{1,60}?)\s*:(?:\s+(.*))?$/.exec(content) ?? [];
    if (item !== undefined) values.push(...valuesIn(item));
    else if (name !== undefined) {
      values = valuesIn(value);
      fields.set(name.trim().toLowerCase(), values);
    }
  }
  return none;
}

function valuesIn(text: string): string[] {
  const plain = text.trim();
  const list = /^\[(.*)\]$/.exec(plain)?.[1];
  // A link to another note is written in brackets too.
  const parts = list === undefined || list.startsWith("[") ? [plain] : list.split(",");
  return parts.flatMap((part) => unquoted(part.trim()) || []);
}

function unquoted(text: string): string {
  return (
    /^(?:"(.*)"|'(.*)')$/s
      .exec(text)
      ?.slice(1)
      .find((value) => value !== undefined) ?? text
  );
}
