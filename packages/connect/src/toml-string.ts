const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001b",
  '"': '"',
  "\\": "\\",
};
// In this order: three quotes open a multi-line string, not an empty string and a third quote.
// Without repeated alternatives, which would exhaust the stack on a long text.
const FORMS = [
  {
    pattern: /"""(?:\r?\n)?([^"\\]*(?:(?:\\[\s\S]|"{1,2}(?!"))[^"\\]*)*"{0,2})"""/y,
    hasEscapes: true,
  },
  { pattern: /'''(?:\r?\n)?([^']*(?:'{1,2}(?!')[^']*)*'{0,2})'''/y, hasEscapes: false },
  { pattern: /"([^"\\\r\n]*(?:\\.[^"\\\r\n]*)*)"/y, hasEscapes: true },
  { pattern: /'([^'\r\n]*)'/y, hasEscapes: false },
];

/** The string at `start`, in any of TOML's four forms. */
export function readTomlString(
  text: string,
  start: number,
): { value: string; end: number } | undefined {
  for (const { pattern, hasEscapes } of FORMS) {
    pattern.lastIndex = start;
    const [whole, content] = pattern.exec(text) ?? [];
    if (whole === undefined || content === undefined) continue;
    const value = hasEscapes ? unescapeText(content) : content;
    return value === undefined ? undefined : { value, end: start + whole.length };
  }
  return undefined;
}

/** A JSON string is a TOML string, except for one control character that JSON does not escape. */
export function printTomlString(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function unescapeText(content: string): string | undefined {
  let isValid = true;
  const value = content.replace(
    /\\(?:([btnfre"\\])|u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|[ \t]*\r?\n\s*|([\s\S]))/g,
    (_all, letter, four, eight, two, wrong) => {
      const code = Number.parseInt(four ?? eight ?? two ?? "0", 16);
      if (wrong !== undefined || code > 0x10ffff) isValid = false;
      if (!isValid) return "";
      if (letter !== undefined) return ESCAPES[letter] ?? "";
      return (four ?? eight ?? two) === undefined ? "" : String.fromCodePoint(code);
    },
  );
  return isValid ? value : undefined;
}
