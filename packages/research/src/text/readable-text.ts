import type { Json } from "@trovella/foundation";

/** Text as it is; JSON as readable and searchable lines of `key: value`. */
export function readableText(content: Json): string {
  if (typeof content === "string") return content;
  const lines: string[] = [];
  addLines(lines, "", content);
  return lines.join("\n");
}

/** Never longer than the JSON: each key is written once, without its path. */
function addLines(lines: string[], key: string, value: Json): void {
  if (typeof value !== "object" || value === null) {
    const text = String(value ?? "");
    if (text !== "") lines.push(key === "" ? text : `${key}: ${text}`);
    return;
  }
  if (key !== "") lines.push(`${key}:`);
  if (Array.isArray(value)) for (const entry of value) addLines(lines, "", entry);
  else for (const [name, entry] of Object.entries(value)) addLines(lines, name, entry);
}
