import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type FontFace, readFont } from "./read-font.ts";

/** A family of fonts with the files of its faces. */
export interface FontFamily {
  readonly name: string;
  readonly files: readonly string[];
  /** Whether every face has the character, so that no style of it is missing. */
  readonly hasCharacter: (codePoint: number) => boolean;
}

/** Packages with the faces of them that the template uses; all are under the SIL Open Font License. */
const PACKAGES = {
  sans: {
    folder: "@expo-google-fonts/source-sans-3",
    faces: ["400Regular", "400Regular_Italic", "600SemiBold", "700Bold"],
  },
  serif: {
    folder: "@expo-google-fonts/source-serif-4",
    faces: ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"],
  },
  // Its letters are one glyph each: of fonts that add the dots apart, copied text has every letter twice.
  arabic: { folder: "@expo-google-fonts/vazirmatn", faces: ["400Regular", "700Bold"] },
  hebrew: { folder: "@expo-google-fonts/noto-sans-hebrew", faces: ["400Regular", "700Bold"] },
} as const;
type OwnFont = keyof typeof PACKAGES;

const PREFIXES: Readonly<Record<OwnFont, string>> = {
  sans: "SourceSans3",
  serif: "SourceSerif4",
  arabic: "Vazirmatn",
  hebrew: "NotoSansHebrew",
};

const loaded = new Map<OwnFont, FontFamily>();

/** A family that comes with the product. */
export function ownFont(name: OwnFont): FontFamily {
  const family = loaded.get(name) ?? load(name);
  loaded.set(name, family);
  return family;
}

/** The files of all families, as they are installed. */
export function ownFontFiles(): string[] {
  return (Object.keys(PACKAGES) as OwnFont[]).flatMap(filesOf);
}

function filesOf(name: OwnFont): string[] {
  const { folder, faces } = PACKAGES[name];
  return faces.map((face) => fileOf(`${folder}/${face}`, `${PREFIXES[name]}_${face}.ttf`));
}

/** The package that people install brings the files along; a clone has them in packages of npm. */
function fileOf(folder: string, name: string): string {
  const own = fileURLToPath(new URL(`./files/${name}`, import.meta.url));
  return existsSync(own) ? own : createRequire(import.meta.url).resolve(`${folder}/${name}`);
}

function load(name: OwnFont): FontFamily {
  const files = filesOf(name);
  return familyOf(
    files,
    files.flatMap((file) => readFont(readFileSync(file))),
  );
}

/** Faces of one family. */
export function familyOf(files: readonly string[], faces: readonly FontFace[]): FontFamily {
  return {
    name: faces[0]?.family ?? "",
    files,
    hasCharacter: (codePoint) => faces.every((face) => face.hasCharacter(codePoint)),
  };
}

/** The compiler has this one built in; a few symbols of it stand in for what the others lack. */
export const BUILT_IN: FontFamily = {
  name: "DejaVu Sans Mono",
  files: [],
  hasCharacter: (codePoint) =>
    SYMBOLS.some(([first, last]) => codePoint >= first && codePoint <= last),
};

/** Arrows, mathematical signs, lines, shapes and marks, of which the family has every one. */
const SYMBOLS: readonly (readonly [number, number])[] = [
  [0x2190, 0x2213],
  [0x2217, 0x2220],
  [0x2227, 0x222d],
  [0x2234, 0x223d],
  [0x2241, 0x2269],
  [0x226d, 0x228b],
  [0x228d, 0x22a5],
  [0x2308, 0x2315],
  [0x239b, 0x23ae],
  [0x2500, 0x262f],
  [0x2638, 0x268b],
  [0x26a0, 0x26a1],
  [0x270c, 0x2727],
  [0x2729, 0x274b],
  [0x2761, 0x2775],
  [0x2798, 0x27af],
  [0x27e6, 0x27eb],
  [0x27f5, 0x27f7],
];
