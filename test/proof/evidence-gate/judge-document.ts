/** What a reader of the file sees of a stored document. */
export interface Seen {
  readonly isDraft: boolean;
  readonly body: string;
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;
/** What closes the text of a document. Its labels are in the language of the text, which is English or German here. */
const APPENDIX = /\n## (?:Sources|Evidence|Quellen|Belege)\n/;
const DRAFT = /\*\*(?:Draft|Entwurf)\. /;

export function seenIn(file: string): Seen {
  const [top = ""] = file.split("\n## ", 1);
  return { isDraft: DRAFT.test(top), body: file.split(APPENDIX, 1)[0] ?? "" };
}

/** Of the false sentences those that the document states without saying that they are the author's own. */
export function statedIn({ body }: Seen, planted: readonly string[]): string[] {
  const text = comparable(body);
  return planted.filter((sentence) => {
    const words = comparable(sentence);
    const places = text.split(words).slice(1);
    return places.some((after) => !OWN.test(after));
  });
}

/** Readers are told in the text. */
const OWN = /^[ .]*\(own conclusion\)/;

function comparable(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(/\\([^\w\s])/g, "$1")
    .replace(/&#x20;/g, " ")
    .replace(/\[\^[^\]]*\]|\[(?:clm|src):[^\]]*\]/g, "")
    .replace(/[|*_`>#]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ +([.,;])/g, "$1")
    .toLowerCase();
}
