const COMBINING: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "'": "\u0301",
  "^": "\u0302",
  "~": "\u0303",
  '"': "\u0308",
  "=": "\u0304",
  ".": "\u0307",
  u: "\u0306",
  v: "\u030c",
  H: "\u030b",
  r: "\u030a",
  c: "\u0327",
  k: "\u0328",
  d: "\u0323",
  b: "\u0331",
};
const SYMBOLS: Readonly<Record<string, string>> = {
  ss: "ß",
  o: "ø",
  O: "Ø",
  l: "ł",
  L: "Ł",
  ae: "æ",
  AE: "Æ",
  oe: "œ",
  OE: "Œ",
  aa: "å",
  AA: "Å",
  dh: "ð",
  th: "þ",
  i: "ı",
  j: "ȷ",
  textendash: "–",
  textemdash: "—",
  textquoteright: "’",
  textquoteleft: "‘",
  textquotedblleft: "“",
  textquotedblright: "”",
  dots: "…",
  ldots: "…",
  textasciitilde: "~",
  textbackslash: "\\",
  newline: "\n",
  par: "\n",
};
const ACCENT =
  /\\(?:([`'^~"=.])\s*|([uvHrckdb])(?![A-Za-z])\s*)(?:\{\s*(\\?[A-Za-z])\s*\}|(\\[ij](?![A-Za-z])|[A-Za-z]))/g;

/** What a LaTeX text says: accents as letters, commands and braces gone. */
export function latexText(latex: string): string {
  if (!/[\\{}~$-]/.test(latex)) return latex;
  return latex
    .replace(ACCENT, (whole, mark, letterMark, braced, plain) => {
      const combining = COMBINING[mark ?? letterMark];
      const base = (braced ?? plain).replace("\\", "");
      return combining === undefined ? whole : `${base}${combining}`;
    })
    .replace(/\\([&%$#_{}])/g, (_, sign: string) => PROTECTED[sign] ?? sign)
    .replace(/\\([A-Za-z]+)[ \t]*(?:\{\})?/g, (_, name: string) => SYMBOLS[name] ?? "")
    .replace(/\\\\/g, "\n")
    .replace(/\\(.)/g, "$1")
    .replace(/[{}$]/g, "")
    .replace(/~/g, " ")
    .replace(/---/g, "—")
    .replace(/--/g, "–")
    .replace(/[\ue000-\ue001\ue002]/g, (sign) => UNPROTECTED[sign] ?? "")
    .normalize("NFC");
}

// Signs that were escaped must outlive the removal of those that were not.
const PROTECTED: Readonly<Record<string, string>> = { "{": "\ue000", "}": "\ue001", $: "\ue002" };
const UNPROTECTED: Readonly<Record<string, string>> = {
  "\ue000": "{",
  "\ue001": "}",
  "\ue002": "$",
};
