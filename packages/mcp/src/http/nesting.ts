const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/**
 * Whether JSON text nests arrays and objects deeper than `limit`. It allocates nothing and stops at the first level too
 * many, so it is safe on input that has not been parsed yet.
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

/** The index of the closing quote, or the length of the text if there is none. */
function endOfString(json: Uint8Array, start: number): number {
  for (let index = start; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) return index;
    if (byte === BACKSLASH) index += 1;
  }
  return json.length;
}
