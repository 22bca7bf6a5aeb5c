import { FormatUnavailable } from "../../deliverable.ts";
import type { DocumentLanguage } from "../../languages/language.ts";
import { DEFAULT_THEME, type Theme } from "../../theme/theme.ts";
import {
  FONT_DIRECTORY,
  familiesIn,
  operatorFontFiles,
  plainName,
  systemFontFiles,
} from "./font-files.ts";
import { BUILT_IN, type FontFamily, ownFont } from "./own-fonts.ts";
import { REGIONS, SCRIPTS, type Script } from "./scripts.ts";

export interface FontChoice {
  readonly files: readonly string[];
  /** Names of families for texts, for all else, and for code; the first that has a character draws it. */
  readonly serif: readonly string[];
  readonly sans: readonly string[];
  readonly mono: readonly string[];
  /** Of those for Chinese, Japanese and Korean, which draw their own punctuation. */
  readonly wide: readonly string[];
  /** What no font has. */
  readonly missing: ReadonlySet<number>;
}

interface Wanted {
  readonly text: string;
  readonly language: DocumentLanguage;
  readonly theme: Pick<Theme, "headingFont" | "bodyFont">;
}

/** A document needs a script when it is more than an example in it. */
const NEEDED_SHARE = 0.02;
const MAX_CANDIDATES = 40;
const MAX_OPERATOR_FILES = 500;
/** Regular and bold. */
const MAX_FILES_PER_FAMILY = 2;

/** Where further fonts are looked for. */
interface FontPlaces {
  readonly operator: readonly string[];
  readonly system: readonly string[];
}

/** The fonts for a text. Throws FormatUnavailable where it needs a script that no font has. */
export function chooseFonts(
  { text, language, theme }: Wanted,
  places: FontPlaces = { operator: operatorFontFiles(), system: systemFontFiles() },
): FontChoice {
  const own = [ownFont("serif"), ownFont("sans"), BUILT_IN, ownFont("arabic"), ownFont("hebrew")];
  const themed = [theme.bodyFont, theme.headingFont].map((name) => themeFont(name, places));
  const characters = new Set([...text].map((character) => character.codePointAt(0) ?? 0));
  const drawable = [...characters].filter((codePoint) => !isInvisible(codePoint));
  const lacking = drawable.filter((codePoint) => !isIn(own, codePoint));
  const { families, missing } = findOthers(lacking, { text, language }, places);
  const names = [...own.filter(isUsed(drawable)), ...families];
  const stack = (first: FontFamily | null | undefined, ...rest: FontFamily[]) => [
    ...new Set([...(first ? [first.name] : []), ...rest.map(({ name }) => name)]),
  ];
  const [serif, sans] = [ownFont("serif"), ownFont("sans")];
  return {
    files: [...new Set([...themed, serif, sans, ...names].flatMap((font) => font?.files ?? []))],
    serif: stack(themed[0], serif, sans, ...names),
    sans: stack(themed[1], sans, serif, ...names),
    mono: stack(BUILT_IN, sans, serif, ...names),
    wide: families.filter(isWide).map(({ name }) => name),
    missing: new Set(missing),
  };
}

/** A font that the theme names, where the operator provides its file. */
function themeFont(name: string, { operator }: FontPlaces): FontFamily | null {
  if (name === DEFAULT_THEME.bodyFont) return null;
  const wanted = plainName(name);
  const families = operator.slice(0, MAX_OPERATOR_FILES).flatMap(familiesIn);
  const faces = families.filter((family) => plainName(family.name) === wanted);
  const [first] = faces;
  return first ? { ...first, files: faces.flatMap(({ files }) => files) } : null;
}

interface Found {
  readonly families: readonly FontFamily[];
  readonly missing: readonly number[];
}

function findOthers(
  lacking: readonly number[],
  { text, language }: Pick<Wanted, "text" | "language">,
  places: FontPlaces,
): Found {
  let missing = lacking;
  const families: FontFamily[] = [];
  const take = (family: FontFamily) => {
    families.push(family);
    missing = missing.filter((codePoint) => !family.hasCharacter(codePoint));
  };
  for (const script of SCRIPTS) {
    const wanted = missing.filter((code) => script.letters.test(String.fromCodePoint(code)));
    const found = wanted.length > 0 ? findFamily(script, wanted, { language, places }) : null;
    if (found) take(found);
    else if (wanted.length > 0 && isNeeded(script, text)) {
      throw new FormatUnavailable(refusalFor(script));
    }
  }
  // Signs of no script may be in a font that the operator provides.
  for (const file of missing.length > 0 ? places.operator.slice(0, MAX_CANDIDATES) : []) {
    const useful = familiesIn(file).find((one) => missing.some(one.hasCharacter));
    if (useful) take(useful);
  }
  return { families, missing };
}

function findFamily(
  script: Script,
  wanted: readonly number[],
  { language, places }: { readonly language: DocumentLanguage; readonly places: FontPlaces },
): FontFamily | null {
  const files = [
    ...places.operator.slice(0, MAX_OPERATOR_FILES),
    ...candidatesFor(script, places.system),
  ];
  const region = script.name === "Korean" ? REGIONS.ko : (REGIONS[language] ?? REGIONS.ja);
  for (const file of files) {
    const able = familiesIn(file).filter(isGoodFor(wanted));
    const best = able.find(({ name }) => region?.test(name)) ?? able[0];
    if (best) return withOtherFaces(best, files);
  }
  return null;
}

/** A rare letter that a font lacks does not make it useless. */
function isGoodFor(wanted: readonly number[]): (family: FontFamily) => boolean {
  return (family) => wanted.filter(family.hasCharacter).length >= wanted.length * 0.9;
}

function candidatesFor({ files }: Script, system: readonly string[]): string[] {
  const installed = system.map((file) => ({ file, name: plainName(file) }));
  return files
    .flatMap((start) => installed.filter(({ name }) => name.startsWith(start)))
    .map(({ file }) => file)
    .sort((one, other) => weightOrder(one) - weightOrder(other))
    .slice(0, MAX_CANDIDATES);
}

/** Regular before bold, and both before all others. */
function weightOrder(file: string): number {
  const name = plainName(file);
  if (/(?:italic|oblique|thin|light|black|heavy|mono|serif)/.test(name)) return 3;
  return name.includes("regular") ? 0 : name.includes("bold") ? 2 : 1;
}

function withOtherFaces(family: FontFamily, files: readonly string[]): FontFamily {
  const same = files.filter((file) => familiesIn(file).some(({ name }) => name === family.name));
  const bold = same.filter((file) => /bold/i.test(plainName(file)) && !family.files.includes(file));
  return { ...family, files: [...family.files, ...bold].slice(0, MAX_FILES_PER_FAMILY) };
}

function isNeeded({ letters }: Script, text: string): boolean {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(new RegExp(letters, "gu"))?.length ?? 0;
  return own > all * NEEDED_SHARE;
}

function refusalFor({ name }: Script): string {
  return `This output has ${name} text, and the server has no font for it, so no PDF can be made. Next: use docx or html, which always work; an operator can put a font such as Noto Sans into the folder that ${FONT_DIRECTORY} names.`;
}

/** Control characters and marks that are drawn by nothing. */
function isInvisible(codePoint: number): boolean {
  return /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u.test(
    String.fromCodePoint(codePoint),
  );
}

function isIn(families: readonly FontFamily[], codePoint: number): boolean {
  return families.some(({ hasCharacter }) => hasCharacter(codePoint));
}

/** Families that a document does not need are not loaded for it. */
function isUsed(codePoints: readonly number[]): (family: FontFamily) => boolean {
  const base = [ownFont("serif"), ownFont("sans")];
  return (family) =>
    base.includes(family) ||
    codePoints.some((codePoint) => !isIn(base, codePoint) && family.hasCharacter(codePoint));
}

function isWide({ hasCharacter }: FontFamily): boolean {
  return [0x4e00, 0x3002].every(hasCharacter);
}
