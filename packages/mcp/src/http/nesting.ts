const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/**
 * Whether JSON text opens more than `limit` arrays and objects within each other. It needs no
 * memory and stops at the first level too many, so it may look at what nobody has parsed yet.
 */
export function isNestedDeeperThan(limit: number, json: Uint8Array): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json[index]) {
      case QUOTE:
        index = endOfString(json, index + 1);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth += 1;
        if (depth > limit) return true;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth -= 1;
        break;
    }
  }
  return false;
}

/** The index of the quote that ends the string, or the length of a text that lacks it. */
function endOfString(json: Uint8Array, start: number): number {
  for (let index = start; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) return index;
    if (byte === BACKSLASH) index += 1;
  }
  return json.length;
}
