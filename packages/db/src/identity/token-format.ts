import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `trov_`, 30 random characters and their CRC32 in 6 characters: secret scanners recognize it, and a made-up or
 * truncated token is refused without a query.
 */
export const TOKEN_PREFIX = "trov_";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const ENDING_LENGTH = 4;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(
  `^${TOKEN_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export function newToken(): string {
  const random = randomCharacters(RANDOM_LENGTH);
  return `${TOKEN_PREFIX}${random}${checksumOf(random)}`;
}

/** Whether the checksum is right; not whether the token exists. */
export function isWholeToken(text: string): boolean {
  const [, random, checksum] = FORM.exec(text) ?? [];
  return random !== undefined && checksum === checksumOf(random);
}

/** Only the hash is stored. The token is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function endingOf(token: string): string {
  return token.slice(-ENDING_LENGTH);
}

/** Letters and digits, uniformly distributed. */
export function randomCharacters(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // The largest multiple of 62 in a byte: larger values would favour the first characters.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
