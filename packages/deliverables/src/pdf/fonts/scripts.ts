import type { DocumentLanguage } from "../../languages/language.ts";

/** A script that the fonts of the product lack, and how systems call the fonts that have it. */
export interface Script {
  /** For people. */
  readonly name: string;
  readonly letters: RegExp;
  /** Beginnings of the names of font files, in small letters and digits, the best first. */
  readonly files: readonly string[];
}

const INDIC = ["nirmala", "kohinoor", "freesans"];
const CJK = ["notosanscjk", "sourcehansans"];

/** Beginnings of file names on Linux, macOS and Windows. */
export const SCRIPTS: readonly Script[] = [
  script("Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u, [
    ...CJK,
    "notosansjp",
    "hiraginosans",
    "ヒラギノ角ゴシック",
    "yugoth",
    "meiryo",
    "msgothic",
    "ipaexg",
    "droidsansfallback",
  ]),
  script("Korean", /\p{Script=Hangul}/u, [
    ...CJK,
    "notosanskr",
    "applesdgothicneo",
    "malgun",
    "nanumgothic",
    "droidsansfallback",
  ]),
  script("Chinese", /[\p{Script=Han}\p{Script=Bopomofo}]/u, [
    ...CJK,
    "notosanssc",
    "notosanstc",
    "notosansjp",
    "pingfang",
    "hiraginosansgb",
    "stheiti",
    "msyh",
    "yugoth",
    "wqy",
    "droidsansfallback",
  ]),
  script("Thai", /\p{Script=Thai}/u, ["notosansthai", "thonburi", "leelaw", "loma", "garuda"]),
  script("Devanagari", /\p{Script=Devanagari}/u, ["notosansdevanagari", ...INDIC]),
  script("Bengali", /\p{Script=Bengali}/u, ["notosansbengali", ...INDIC]),
  script("Tamil", /\p{Script=Tamil}/u, ["notosanstamil", ...INDIC]),
  script("Telugu", /\p{Script=Telugu}/u, ["notosanstelugu", ...INDIC]),
  script("Kannada", /\p{Script=Kannada}/u, ["notosanskannada", ...INDIC]),
  script("Malayalam", /\p{Script=Malayalam}/u, ["notosansmalayalam", ...INDIC]),
  script("Gujarati", /\p{Script=Gujarati}/u, ["notosansgujarati", ...INDIC]),
  script("Gurmukhi", /\p{Script=Gurmukhi}/u, ["notosansgurmukhi", ...INDIC]),
  script("Sinhala", /\p{Script=Sinhala}/u, ["notosanssinhala", ...INDIC]),
  script("Burmese", /\p{Script=Myanmar}/u, ["notosansmyanmar", "mmrtext"]),
  script("Khmer", /\p{Script=Khmer}/u, ["notosanskhmer", "khmerui", "leelaw"]),
  script("Lao", /\p{Script=Lao}/u, ["notosanslao", "laoui", "leelaw"]),
  script("Armenian", /\p{Script=Armenian}/u, ["notosansarmenian", "sylfaen", "dejavusans"]),
  script("Georgian", /\p{Script=Georgian}/u, ["notosansgeorgian", "sylfaen", "dejavusans"]),
  script("Ethiopic", /\p{Script=Ethiopic}/u, ["notosansethiopic", "nyala", "ebrima"]),
  script("Arabic", /\p{Script=Arabic}/u, ["notosansarabic", "notonaskharabic"]),
  script("Hebrew", /\p{Script=Hebrew}/u, ["notosanshebrew"]),
];

/** Of fonts for several countries, the one whose shapes readers of a language know. */
export const REGIONS: Readonly<Partial<Record<DocumentLanguage | "ko", RegExp>>> = {
  ja: /\bJP\b/,
  zh: /\bSC\b/,
  ko: /\bKR\b/,
};

function script(name: string, letters: RegExp, files: readonly string[]): Script {
  return { name, letters, files };
}
