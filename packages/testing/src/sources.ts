import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export interface Source {
  readonly file: string;
  readonly text: string;
}

/** The source code below a folder, without tests and comments. */
export function sourcesOf(folder: string): Source[] {
  return filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => ({ file, text: readSource(file) }));
}

export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("node_modules"))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")));
}

export function readSource(file: string): string {
  return withoutComments(readFileSync(path.join(ROOT, file), "utf8"));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");
}
