const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** The entities that XML itself has, and the one of HTML that notes are full of. Others stay as they are. */
export function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:(\w{1,10})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, ten, hex) => {
      if (name) return NAMED[name] ?? whole;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
