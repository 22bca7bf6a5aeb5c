import { describe, expect, it } from "vitest";
import { counted, type PluralForms } from "./counted.ts";
import { dateIn, labelsFor, numberIn } from "./labels-for.ts";
import { type DocumentLanguage, LANGUAGES } from "./language.ts";

const MARKS = [
  "bracketed",
  "claims.standing",
  "marks.colon",
  "marks.comma",
  "marks.semicolon",
  "marks.stop",
];

/** Words that a language shares with English. */
const SHARED: Readonly<Partial<Record<DocumentLanguage, readonly string[]>>> = {
  de: [...MARKS, "version", "versionOf", "columns.link", "columns.status"],
  fr: [
    "bracketed",
    "claims.entry.source",
    "claims.standing",
    "marks.comma",
    "marks.stop",
    "text.note",
    "text.notes",
    "sources",
    "date",
    "version",
    "versionOf",
    "page",
    "sheets.sources",
    "columns.section",
    "columns.sources",
    "columns.passage",
  ],
  es: [...MARKS, "columns.no"],
  pt: [...MARKS, "columns.link", "quoted"],
  zh: ["quoted"],
  ar: ["bracketed", "marks.colon", "marks.stop"],
};
const EVERYWHERE = ["columns.doi"];

describe("the labels of documents", () => {
  it("are never English by mistake in another language", () => {
    const english = spokenIn("en");
    for (const language of LANGUAGES.filter((one) => one !== "en")) {
      const same = [...spokenIn(language)].flatMap(([path, words]) =>
        words === english.get(path) ? path : [],
      );
      const shared = [...(SHARED[language] ?? []), ...EVERYWHERE];
      expect([language, same.toSorted()]).toEqual([language, shared.toSorted()]);
    }
  });

  it("say something in every language, without a space too many", () => {
    for (const language of LANGUAGES) {
      for (const [path, words] of spokenIn(language)) {
        expect(words, `${language} ${path}`).toMatch(/\S/);
        expect(words, `${language} ${path}`).not.toMatch(/undefined|#/);
        if (path.startsWith("marks.")) continue;
        expect(words, `${language} ${path}`).not.toMatch(/^\s|\s$| {2}/);
      }
    }
  });

  it("keep to the letters of their script", () => {
    for (const language of ["ja", "zh", "ar"] as const) {
      const latin = [...spokenIn(language)].filter(([, words]) =>
        /[a-z]{2}/i.test(words.replace(/DOI|ADA|TITLE|SHA-256|Trovella|UTC|Word/g, "")),
      );
      expect(latin).toEqual([]);
    }
  });

  it("have every plural form that their language asks for", () => {
    const named: Readonly<Record<DocumentLanguage, readonly string[]>> = FORMS;
    for (const language of LANGUAGES) {
      const asked = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      // Only millions have a form of their own in French, Spanish and Portuguese.
      expect(named[language].toSorted()).toEqual(
        asked.filter((form) => language === "ar" || form !== "many").toSorted(),
      );
    }
  });

  it("count one, two, few and many as Arabic does", () => {
    const { independentSources } = labelsFor("ar");
    expect([0, 1, 2, 3, 11, 100].map(independentSources)).toEqual([
      "لا مصادر مستقلة",
      "مصدر مستقل واحد",
      "مصدران مستقلان",
      "3 مصادر مستقلة",
      "11 مصدرًا مستقلًا",
      "100 مصدر مستقل",
    ]);
  });

  it("say one source and two sources", () => {
    expect(labelsFor("de").independentSources(1)).toBe("1 unabhängige Quelle");
    expect(labelsFor("de").independentSources(1_200)).toBe("1.200 unabhängige Quellen");
    expect(labelsFor("fr").independentSources(0)).toBe("0 source indépendante");
    expect(counted("en", { one: "one", other: "# of them" })(2)).toBe("2 of them");
  });
});

describe("dates and numbers", () => {
  const date = new Date("2026-11-15T23:30:00Z");

  it("follow the language, in digits that every reader knows", () => {
    expect(LANGUAGES.map((language) => dateIn(language, date))).toEqual([
      "15 November 2026",
      "15. November 2026",
      "15 novembre 2026",
      "15 de noviembre de 2026",
      "15 de novembro de 2026",
      "2026年11月15日",
      "2026年11月15日",
      "15 نوفمبر 2026",
    ]);
    expect(numberIn("de", 1_240.5, 1)).toBe("1.240,5");
    expect(numberIn("ar", 1_240)).toMatch(/^1.240$/);
  });
});

const FORMS = {
  en: ["one", "other"],
  de: ["one", "other"],
  fr: ["one", "other"],
  es: ["one", "other"],
  pt: ["one", "other"],
  ja: ["other"],
  zh: ["other"],
  ar: ["zero", "one", "two", "few", "many", "other"],
} as const satisfies { [Language in DocumentLanguage]: readonly PluralForms[Language][] };

/** Every label as it is said of examples, by its path. */
function spokenIn(language: DocumentLanguage): Map<string, string> {
  return new Map(
    spoken("", labelsFor(language)).map(({ path, words }) => [path.slice(1), words] as const),
  );
}

function spoken(path: string, label: unknown): { path: string; words: string }[] {
  if (typeof label === "string") return [{ path, words: label }];
  if (typeof label === "function") return saidOf(path, label as (given: unknown) => unknown);
  const children: object = label as object;
  return Object.entries(children).flatMap(([key, value]) => spoken(`${path}.${key}`, value));
}

const APPROVAL = { decision: "approve", by: "ADA", on: "2026", isRelayed: false };
const CHECKED = { count: 2, name: "ADA", when: "2026" };
const EXAMPLES: Readonly<Record<string, unknown>> = {
  ".highFindings": { high: 2, all: 5 },
  ".sourcesLine": "1, 2",
  ".backToUse": { use: 1, source: 2 },
  ".made.approval": APPROVAL,
  ".made.assistants": "ADA",
  ".made.duration": "9",
  ".chart": { kind: "bar", title: "TITLE" },
  ".withoutFont": { mark: "□", characters: "2026" },
  ".text.tableCut": { rows: "1", columns: "2" },
  ".claims.name": { number: 1, isKey: true },
  ".claims.checkedBy": CHECKED,
  ".claims.alsoBy": CHECKED,
  ".claims.checkedByMany": { ...CHECKED, people: 4 },
  ".claims.figuresWithoutClaim": { without: 1, total: 2 },
  ".claims.audit": { by: "ADA", on: "2026", verdict: "agree" },
  ".claims.standing": { status: "ADA", where: "TITLE" },
};

/** Functions without an example count something. */
function saidOf(path: string, label: (given: unknown) => unknown) {
  const counts = [1, 2, 3, 11, 100];
  if (path in EXAMPLES) return [{ path, words: String(label(EXAMPLES[path])) }];
  const words = counts.map((count) => String(label(count))).join("; ");
  return [{ path, words }];
}
