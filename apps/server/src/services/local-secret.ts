import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const FILE = "secret";
const MIN_CHARACTERS = 32;

/**
 * The secret of this data directory, made at first use. It is the same for all processes on it and
 * after a restart, so that a question asked by one can be answered to another.
 */
export async function localSecret(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, FILE);
  try {
    return (await readSecret(file)) ?? (await makeSecret(file));
  } catch {
    // Where nothing can be written, questions do not survive the process; everything else does.
    return newSecret();
  }
}

async function makeSecret(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${newSecret()}\n`, { mode: 0o600 });
  // Whoever comes first decides; a link never replaces a file.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  const secret = await readSecret(file);
  if (!secret) throw new Error("The secret could not be kept.");
  return secret;
}

async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const secret = text.trim();
  return secret.length >= MIN_CHARACTERS ? secret : null;
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
