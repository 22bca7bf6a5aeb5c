import { markupText } from "../xml/markup-text.ts";
import { firstNameFirst } from "./bibtex.ts";
import { type Bibliography, BibliographyBuilder, referenceOf } from "./reference.ts";

const TAG = /^([A-Z][A-Z0-9]) {1,2}- ?(.*)$/;

type Fields = Map<string, string[]>;

/** Reads RIS. Lines without a tag continue the one before; an entry that is not ended ends with the next. */
export function parseRis(text: string): Bibliography {
  const found = new BibliographyBuilder();
  let fields: Fields | null = null;
  let last: string[] | undefined;
  let place = "";
  const finish = () => {
    if (fields) found.add(risReference(fields), `${place}: the entry`);
    fields = null;
    last = undefined;
  };
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, value = ""] = TAG.exec(line.trimEnd()) ?? [];
    if (tag === "ER") finish();
    else if (tag === "TY") {
      finish();
      fields = new Map();
      place = `Line ${index + 1}`;
    } else if (tag !== undefined && fields) {
      last = (fields as Fields).get(tag) ?? [];
      last.push(value);
      (fields as Fields).set(tag, last);
    } else if (tag === undefined && last && line.trim() !== "")
      last.push(`${last.pop() ?? ""}\n${line.trim()}`);
  }
  finish();
  return found.build();
}

function risReference(fields: Fields) {
  const all = (...tags: string[]) => tags.flatMap((tag) => fields.get(tag) ?? []);
  const first = (...tags: string[]) => all(...tags).find((value) => value.trim() !== "");
  return referenceOf({
    key: first("ID"),
    title: first("TI", "T1", "CT", "BT"),
    authors: all("AU", "A1").map(firstNameFirst),
    publishedAt: dateOf(first("DA", "PY", "Y1")),
    addresses: all("DO", "UR", "L3", "M3", "LK"),
    container: first("T2", "JO", "JF", "JA", "J2"),
    abstract: first("AB", "N2"),
    keywords: all("KW").flatMap((keywords) => keywords.split(/[;\n]/)),
    notes: all("N1", "RN").map(markupText),
    attachments: all("L1", "L2", "L4").filter((path) => !/^https?:/i.test(path)),
  });
}

/** `2020-03-14` for `2020/03/14/`. */
function dateOf(date: string | undefined): string | undefined {
  const [year, month, day] = (date ?? "").split("/").map((part) => part.trim());
  if (!year) return undefined;
  const parts = [year, month, day].filter((part) => part && /^\d{1,4}$/.test(part));
  return parts.length > 0 ? parts.map((part) => part?.padStart(2, "0")).join("-") : year;
}
