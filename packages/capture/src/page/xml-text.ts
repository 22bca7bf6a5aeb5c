const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};
const CDATA = "<![CDATA[";

/** The text between the tags of an XML document, such as a feed. Only the entities of XML itself are known. */
export function xmlText(xml: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start < 0 ? xml.length : start;
    if (end > at) parts.push(plainText(xml.slice(at, end)));
    if (start < 0) break;
    if (xml.startsWith(CDATA, start)) {
      const close = endOf(xml, "]]>", start);
      parts.push(xml.slice(start + CDATA.length, close));
      at = close + 3;
    } else {
      at = xml.startsWith("<!--", start)
        ? endOf(xml, "-->", start) + 3
        : endOf(xml, ">", start) + 1;
    }
    parts.push("\n");
  }
  return parts.join("").replace(/\n\s*\n/g, "\n");
}

function endOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? xml.length : found;
}

function plainText(text: string): string {
  return text.replace(
    /&(?:(\w{1,10})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name, ten, hex) => {
      if (name) return ENTITIES[name] ?? whole;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
