import { getDocumentProxy } from "unpdf";

/** A piece of text with its place on its page. */
interface Piece {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Of its letters, in points. */
  readonly size: number;
}

interface Place {
  readonly page: number;
  readonly y: number;
}

export interface PdfContent {
  readonly pages: number;
  readonly title: string;
  readonly language: string;
  readonly isTagged: boolean;
  /** The text in the order of the file, a line break where one is. */
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Where links inside the document lead, in the order of the pages. */
  readonly targets: readonly Place[];
  /** Links to pages of the web. */
  readonly urls: readonly string[];
  /** The outline that viewers show. */
  readonly outline: readonly string[];
  /** Whether it has anything that runs. */
  readonly isActive: boolean;
}

/** A PDF as another library reads it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pieces: Piece[] = [];
  const targets: Place[] = [];
  const urls: string[] = [];
  let text = "";
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    for (const item of (await page.getTextContent()).items) {
      if (!("str" in item)) continue;
      text += item.str + (item.hasEOL ? "\n" : "");
      const [, , , , x, y] = item.transform;
      pieces.push({
        page: number,
        text: item.str,
        x,
        y,
        size: Math.round(item.height * 100) / 100,
      });
    }
    text += "\n";
    const links = await page.getAnnotations();
    for (const link of links) {
      if (link.url) urls.push(link.url);
      if (!Array.isArray(link.dest)) continue;
      const [target, , , y] = link.dest;
      targets.push({ page: (await pdf.getPageIndex(target)) + 1, y: Number(y) });
    }
  }
  const { info } = await pdf.getMetadata();
  const about = info as { Title?: string; Language?: string };
  const marks = await pdf.getMarkInfo();
  const scripts = [await pdf.getJSActions(), await pdf.getOpenAction(), await pdf.getAttachments()];
  return {
    pages: pdf.numPages,
    title: about.Title ?? "",
    language: about.Language ?? "",
    isTagged: marks?.Marked === true,
    text,
    pieces,
    targets,
    urls,
    outline: (await pdf.getOutline())?.map(({ title }) => title) ?? [],
    isActive: scripts.some((found) => found !== null),
  };
}

const NUMBER_SIZE = 9.5;
/** Where numbers of sources stand: at the margin. */
const MARGIN = 76.5;

/** The sources that the citations lead to, and the list of sources with the first word of each title. */
export async function numbersInPdf(
  bytes: Uint8Array,
): Promise<{ cited: number[]; listed: Record<number, string> }> {
  const { pieces, targets } = await readPdf(bytes);
  const visible = pieces.filter(({ text }) => text.trim() !== "");
  const entries = visible.flatMap((piece, index) => {
    const isNumber = /^\d+$/.test(piece.text) && piece.size === NUMBER_SIZE && isAtMargin(piece);
    const [, word] = /^(\w+)/.exec(visible[index + 1]?.text ?? "") ?? [];
    return isNumber && word ? [{ ...piece, number: Number(piece.text), word }] : [];
  });
  const cited = targets.flatMap(({ page, y }) => {
    const entry = entries.find((one) => one.page === page && y >= one.y && y - one.y < 20);
    return entry ? [entry.number] : [];
  });
  return { cited, listed: Object.fromEntries(entries.map(({ number, word }) => [number, word])) };
}

function isAtMargin({ x }: Piece): boolean {
  return Math.abs(x - MARGIN) < 1;
}
