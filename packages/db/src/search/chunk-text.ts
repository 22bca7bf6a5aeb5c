import { createHash } from "node:crypto";
import { Vocabulary } from "./vocabulary.ts";

/** A passage of a text as it is searched: the title, an empty line, the words. */
export interface Chunk {
  readonly content: string;
  readonly digest: string;
}

export const CHUNK_WORDS = 150;
const STEP_WORDS = 120;
/** Per source; text beyond them, or beyond its vocabulary, is stored but not searched. */
export const MAX_CHUNKS = 4000;
export const TITLE_END = "\n\n";
const TITLE_CHARACTERS = 300;
/** Text without spaces has "words" of any length: they count by their length and are split if necessary. */
const WORD_CHARACTERS = 16;
const PIECES = /\S{1,256}/gu;

/** Splits a text into overlapping chunks, each prefixed with the title so that it is found by it. */
export function chunkText(
  { title, text }: { title: string; text: string },
  isWordLimited = true,
): Chunk[] {
  const heading = title.replace(/\s+/g, " ").trim().slice(0, TITLE_CHARACTERS).toWellFormed();
  return stretches(text, isWordLimited).map((stretch) => {
    const content = `${heading}${TITLE_END}${stretch}`;
    return { content, digest: createHash("sha256").update(content).digest("hex") };
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly words: number;
}

/** Undefined beyond the last piece. */
type PieceAt = (index: number) => Piece | undefined;

/** At least one, so that a source without text is found by its title. */
function stretches(text: string, isWordLimited: boolean): string[] {
  const found: string[] = [];
  const pieceAt = piecesOf(text);
  const vocabulary = new Vocabulary();
  let first = 0;
  do {
    const end = advance(pieceAt, first, CHUNK_WORDS);
    const stretch = text.slice(pieceAt(first)?.start ?? 0, pieceAt(end - 1)?.end ?? 0);
    if (isWordLimited && !vocabulary.accepts(stretch)) break;
    found.push(stretch);
    if (!pieceAt(end)) break;
    first = advance(pieceAt, first, STEP_WORDS);
  } while (found.length < MAX_CHUNKS);
  return found;
}

/** The index after so many pieces as make up the given number of words, but at least one. */
function advance(pieceAt: PieceAt, first: number, words: number): number {
  let index = first;
  let sum = 0;
  for (let piece = pieceAt(index); piece; piece = pieceAt(index)) {
    sum += piece.words;
    if (sum > words && index > first) break;
    index += 1;
  }
  return index;
}

/** Found on demand: of a long text only a part may be searched. */
function piecesOf(text: string): PieceAt {
  const found: Piece[] = [];
  const matches = text.matchAll(PIECES);
  return (index) => {
    while (found.length <= index) {
      const { value, done } = matches.next();
      if (done) return undefined;
      const { 0: piece, index: start } = value;
      const words = Math.ceil(piece.length / WORD_CHARACTERS);
      found.push({ start, end: start + piece.length, words });
    }
    return found[index];
  };
}
