import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export const PIN_LENGTH = { min: 4, max: 32 } as const;

const FILE = "review-pin";
const KEY_BYTES = 32;
/** A PIN is short, so each guess costs 32 MB and a tenth of a second or more. */
const COST: ScryptOptions = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const hash: (pin: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** The hash of the PIN that people enter before they decide reviews in local mode; null when none is set. */
export async function readPinHash(dataDirectory: string): Promise<string | null> {
  try {
    return (await readFile(fileIn(dataDirectory), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export async function storePin(dataDirectory: string, pin: string): Promise<void> {
  const salt = randomBytes(16);
  const key = await hash(normalized(pin), salt, KEY_BYTES, COST);
  const file = fileIn(dataDirectory);
  const draft = `${file}.${process.pid}.tmp`;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(draft, `${salt.toString("hex")}.${key.toString("hex")}\n`, { mode: 0o600 });
  await rename(draft, file);
}

export function removePin(dataDirectory: string): Promise<void> {
  return rm(fileIn(dataDirectory), { force: true });
}

/** False for every PIN when the file is damaged. */
export async function isPin(pin: string, pinHash: string): Promise<boolean> {
  const [salt = "", key = ""] = pinHash.split(".");
  const expected = Buffer.from(key, "hex");
  if (expected.length !== KEY_BYTES) return false;
  const given = await hash(normalized(pin), Buffer.from(salt, "hex"), KEY_BYTES, COST);
  return timingSafeEqual(given, expected);
}

/** Keyboards compose accents differently. */
function normalized(pin: string): string {
  return pin.normalize("NFC");
}

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, FILE);
}
