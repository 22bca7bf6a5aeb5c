import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { zipFiles } from "@trovella/deliverables";

export interface Corpus {
  readonly files: number;
  /** A word that occurs in one text alone, of every text. */
  readonly words: readonly string[];
  readonly documents: number;
  readonly references: number;
  readonly notes: number;
}

/** Writes files of all kinds in turn, each with texts of their own. The same number gives the same files. */
export function writeCorpus(folder: string, files: number): Corpus {
  const made = new Made();
  for (let index = 0; index < files; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? KINDS[0];
    const place = path.join(folder, `part-${index % 7}`, `${kind.name}-${index}`);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(`${place}.${kind.extension}`, kind.content(made));
  }
  const { words, documents, references, notes } = made;
  return { files, words, documents, references, notes };
}

class Made {
  readonly words: string[] = [];
  documents = 0;
  references = 0;
  notes = 0;

  document(): string {
    this.documents += 1;
    return this.word();
  }

  reference(): string {
    this.references += 1;
    return this.word();
  }

  note(): string {
    this.notes += 1;
    return this.word();
  }

  /** Letters alone, so that it is one word for every language. */
  private word(): string {
    const number = this.words.length;
    const letters = [...String(number).padStart(6, "0")].map(
      (digit) => "bcdfghjklm"[Number(digit)],
    );
    const word = `zyx${letters.join("a")}q`;
    this.words.push(word);
    return word;
  }
}

interface Kind {
  readonly name: string;
  readonly extension: string;
  content(made: Made): string | Uint8Array;
}

const FILLER =
  "Heat pumps move heat from a cold place to a warm one and need less energy than they give. ".repeat(
    8,
  );

const KINDS: readonly [Kind, ...Kind[]] = [
  {
    name: "note",
    extension: "md",
    content: (made) =>
      `---\ntags: [heating, home]\n---\n# Note ${made.words.length}\n\n${FILLER}\n\nThe word ${made.document()} and a [[Link|link]], [page](https://example.org/${made.words.length}).\n`,
  },
  { name: "plain", extension: "txt", content: (made) => `${FILLER}\n${made.document()}\n` },
  {
    name: "wide",
    extension: "txt",
    content: (made) => Buffer.from(`\uFEFF${FILLER} Größe ${made.document()}`, "utf16le"),
  },
  {
    name: "latin",
    extension: "txt",
    content: (made) => Buffer.from(`${FILLER} Größe ${made.document()}`, "latin1"),
  },
  {
    name: "page",
    extension: "html",
    content: (made) =>
      `<!doctype html><title>Page ${made.words.length}</title><link rel="canonical" href="https://example.com/${made.words.length}"><p>${FILLER}<b>${made.document()}</b>`,
  },
  { name: "word", extension: "docx", content: (made) => docxOf(`${FILLER}${made.document()}`) },
  {
    name: "print",
    extension: "pdf",
    content: (made) => pdfOf(`A printed page with ${made.document()}.`),
  },
  {
    name: "bibliography",
    extension: "bib",
    content: (made) =>
      times(3, () => {
        const number = made.words.length;
        return `@article{key${number}, title={Work ${number}}, author={Lovelace, Ada}, doi={10.1000/b${number}}, abstract={${made.reference()}}, annote={${made.note()}}}`;
      }),
  },
  {
    name: "list",
    extension: "ris",
    content: (made) =>
      times(3, () => {
        const number = made.words.length;
        return `TY  - BOOK\nTI  - Book ${number}\nAU  - Fourier, Joseph\nPY  - 1822\nAB  - ${made.reference()}\nER  - `;
      }),
  },
  {
    name: "entries",
    extension: "json",
    content: (made) =>
      JSON.stringify([
        {
          type: "webpage",
          title: `Site ${made.words.length}`,
          URL: `https://example.net/${made.words.length}`,
          abstract: made.reference(),
        },
      ]),
  },
  {
    name: "bundle",
    extension: "zip",
    content: (made) =>
      zipFiles({
        "notes/a.md": Buffer.from(`# In an archive\n\n${FILLER} ${made.document()}`),
        "notes/b.txt": Buffer.from(`${made.document()} ${FILLER}`),
        "picture.png": Buffer.from("no picture"),
      }),
  },
];

function times(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join("\n");
}

function docxOf(text: string): Uint8Array {
  const xml = `<w:document xmlns:w="x"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zipFiles({
    "[Content_Types].xml": Buffer.from("<Types/>"),
    "word/document.xml": Buffer.from(xml),
  });
}

/** One page with one line of text. */
function pdfOf(text: string): Buffer {
  const packed = deflateSync(Buffer.from(`BT /F1 9 Tf 40 800 Td (${text}) Tj ET`, "latin1"));
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[4 0 R]/Count 1>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R>>",
    `<</Length ${packed.length}/Filter/FlateDecode>>stream\n${packed.toString("latin1")}\nendstream`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = String(file.length).padStart(10, "0");
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(file + table + trailer, "latin1");
}
