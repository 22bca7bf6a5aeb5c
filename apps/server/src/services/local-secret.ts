import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const FILE = "secret";
const MIN_CHARACTERS = 32;

/**
 * The secret of this data directory, created at first use and shared by all its processes, so that one process can
 * verify the request state that another has signed.
 */
export async function localSecret(dataDirectory: string): Promise<string> {
  // In a read-only directory only open questions are lost with the process.
  return (await storedSecret(dataDirectory)) ?? newSecret();
}

/** Null where none can be stored. */
export async function storedSecret(dataDirectory: string): Promise<string | null> {
  const file = path.join(dataDirectory, FILE);
  try {
    return (await readSecret(file)) ?? (await createSecret(file));
  } catch {
    return null;
  }
}

/** Without creating one. */
export function readSecretFile(dataDirectory: string): string | null {
  try {
    return strongEnough(readFileSync(path.join(dataDirectory, FILE), "utf8"));
  } catch {
    return null;
  }
}

async function createSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${newSecret()}\n`, { mode: 0o600 });
  // The first process wins the race: link() never replaces a file.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const secret = await readSecret(file);
  if (!secret) throw new Error("The secret could not be stored.");
  return secret;
}

async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return strongEnough(text);
}

function strongEnough(text: string): string | null {
  const secret = text.trim();
  return secret.length >= MIN_CHARACTERS ? secret : null;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
