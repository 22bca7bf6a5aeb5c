import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type FontFamily, familyOf } from "./own-fonts.ts";
import { type FontFace, readFont } from "./read-font.ts";

/** The folder for fonts of the operator's choice. */
export const FONT_DIRECTORY = "TROVELLA_FONT_DIR";

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;
const MAX_DEPTH = 6;
const MAX_LISTED = 5_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Font files of the folder that the operator names. */
export function operatorFontFiles(): string[] {
  const folder = process.env[FONT_DIRECTORY];
  return folder ? listed([folder]) : [];
}

let system: string[] | undefined;

/** Font files where systems keep them. */
export function systemFontFiles(): string[] {
  system ??= listed(systemFolders());
  return system;
}

function systemFolders(): string[] {
  const home = os.homedir();
  if (process.platform === "win32") {
    return [
      path.join(process.env.SystemRoot ?? "C:\\Windows", "Fonts"),
      path.join(home, "AppData", "Local", "Microsoft", "Windows", "Fonts"),
    ];
  }
  if (process.platform === "darwin") {
    return [path.join(home, "Library", "Fonts"), "/Library/Fonts", "/System/Library/Fonts"];
  }
  return [
    path.join(home, ".local", "share", "fonts"),
    "/usr/local/share/fonts",
    "/usr/share/fonts",
  ];
}

/** In the order of their names, so that the same file is chosen each time. */
function listed(folders: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number) => {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      if (found.length >= MAX_LISTED) return;
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(file, depth + 1);
      else if (FONT_FILE.test(entry.name)) found.push(file);
    }
  };
  for (const folder of folders) visit(folder, 0);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}

/** `NotoSansCJK-Regular.ttc` → `notosanscjkregularttc` */
export function plainName(file: string): string {
  return path
    .basename(file)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const families = new Map<string, readonly FontFamily[]>();

/** The families in a file, one per region in fonts for several countries. */
export function familiesIn(file: string): readonly FontFamily[] {
  const known = families.get(file) ?? readFamilies(file);
  families.set(file, known);
  return known;
}

function readFamilies(file: string): FontFamily[] {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) return [];
    const byName = new Map<string, FontFace[]>();
    for (const face of readFont(readFileSync(file))) {
      if (face.family) byName.set(face.family, [...(byName.get(face.family) ?? []), face]);
    }
    return [...byName.values()].map((faces) => familyOf([file], faces));
  } catch {
    return [];
  }
}
