import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `trov_`, 30 random characters and their CRC32 in 6 characters: secret scanners recognize it, and a made-up or
 * truncated token is refused without a query.
 */
export const TOKEN_PREFIX = "trov_";
/** Of links to a report, which open nothing else. */
const SHARE_PREFIX = "tvl_";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const ENDING_LENGTH = 4;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = formOf(TOKEN_PREFIX);
const SHARE_FORM = formOf(SHARE_PREFIX);

export function newToken(): string {
  return tokenWith(TOKEN_PREFIX);
}

export function newShareToken(): string {
  return tokenWith(SHARE_PREFIX);
}

/** Whether the checksum is right; not whether the token exists. */
export function isWholeToken(text: string): boolean {
  return hasChecksum(FORM, text);
}

export function isWholeShareToken(text: string): boolean {
  return hasChecksum(SHARE_FORM, text);
}

/** Only the hash is stored. The token is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function endingOf(token: string): string {
  return token.slice(-ENDING_LENGTH);
}

function formOf(prefix: string): RegExp {
  return new RegExp(`^${prefix}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
}

function tokenWith(prefix: string): string {
  const random = randomCharacters(RANDOM_LENGTH);
  return `${prefix}${random}${checksumOf(random)}`;
}

function hasChecksum(form: RegExp, text: string): boolean {
  const [, random, checksum] = form.exec(text) ?? [];
  return random !== undefined && checksum === checksumOf(random);
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
