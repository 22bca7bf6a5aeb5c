import { createHash } from "node:crypto";

/** A passage of a text as it is searched: the title, an empty line, the words. */
export interface Chunk {
  readonly content: string;
  readonly digest: string;
}

export const CHUNK_WORDS = 150;
const STEP_WORDS = 120;
/** Per source; text beyond them is stored but not searched. */
export const MAX_CHUNKS = 4000;
export const TITLE_END = "\n\n";
const TITLE_CHARACTERS = 300;
/** Text without spaces has "words" of any length: they count by their length and are split if necessary. */
const WORD_CHARACTERS = 16;
const PIECES = /\S{1,256}/gu;

/** Splits a text into overlapping chunks, each prefixed with the title so that it is found by it. */
export function chunkText({ title, text }: { title: string; text: string }): Chunk[] {
  const heading = title.replace(/\s+/g, " ").trim().slice(0, TITLE_CHARACTERS).toWellFormed();
  return stretches(text).map((stretch) => {
    const content = `${heading}${TITLE_END}${stretch}`;
    return { content, digest: createHash("sha256").update(content).digest("hex") };
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

/** At least one, so that a source without text is found by its title. */
function stretches(text: string): string[] {
  const found: string[] = [];
  const pieces = piecesOf(text);
  let first = 0;
  do {
    const end = advance(pieces, first, CHUNK_WORDS);
    found.push(text.slice(pieces[first]?.start ?? 0, pieces[end - 1]?.end ?? 0));
    if (end >= pieces.length) break;
    first = advance(pieces, first, STEP_WORDS);
  } while (found.length < MAX_CHUNKS);
  return found;
}

/** The index after so many pieces as make up the given number of words, but at least one. */
function advance(pieces: readonly Piece[], first: number, words: number): number {
  let index = first;
  let sum = 0;
  while (index < pieces.length) {
    sum += pieces[index]?.words ?? 0;
    if (sum > words && index > first) break;
    index += 1;
  }
  return index;
}

function piecesOf(text: string): Piece[] {
  return [...text.matchAll(PIECES)].map(({ 0: piece, index }) => ({
    start: index,
    end: index + piece.length,
    words: Math.ceil(piece.length / WORD_CHARACTERS),
  }));
}
