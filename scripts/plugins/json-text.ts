const LINE_WIDTH = 100;

/** JSON as this repository's formatter writes it, with short lists on one line. */
export function jsonText(value: unknown): string {
  return `${print(value, { indent: "", used: 0 })}\n`;
}

interface Position {
  readonly indent: string;
  /** Characters of the line before and after the value. */
  readonly used: number;
}

function print(value: unknown, { indent, used }: Position): string {
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isList && value.every((item) => typeof item !== "object")) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    if (indent.length + used + line.length <= LINE_WIDTH) return line;
  }
  const inner = `${indent}  `;
  const parts = isList
    ? value.map((item) => inner + print(item, { indent: inner, used: 1 }))
    : Object.entries(value).map(([key, item]) => {
        const start = `${JSON.stringify(key)}: `;
        return inner + start + print(item, { indent: inner, used: start.length + 1 });
      });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}
