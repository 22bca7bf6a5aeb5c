import { pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** `too_large`: more bytes than allowed, packed or unpacked; `unreadable`: not packed as the headers say. */
export class BodyProblem extends Error {
  readonly reason: "too_large" | "unreadable";

  constructor(reason: BodyProblem["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

/** A body may be packed several times; more often than this only to cause work. */
const MAX_LAYERS = 2;
/** Codes of zlib and of Brotli. */
const BROKEN = /^(Z_|ERR_BROTLI|ERR__ERROR)/;

/** The unpacked bytes, at most `maxBytes`: reading stops there, whatever more the body would unpack to. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  { encoding, maxBytes }: { readonly encoding: string; readonly maxBytes: number },
): Promise<Buffer> {
  const layers = encoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (layers.length > MAX_LAYERS) throw new BodyProblem("unreadable", "packed too often");
  let bytes: AsyncIterable<Uint8Array> = bounded(body, maxBytes);
  for (const layer of layers.reverse()) bytes = bounded(unpacked(bytes, layer), maxBytes);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyProblem("too_large", `more than ${maxBytes} bytes`);
    yield chunk;
  }
}

async function* unpacked(
  bytes: AsyncIterable<Uint8Array>,
  layer: string,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  const decoder = decoderOf(layer, first.value);
  if (!decoder) throw new BodyProblem("unreadable", `packed with ${layer.slice(0, 20)}`);
  // Errors of either end end the decoder, and with it the loop below.
  pipeline(Readable.from(prepended(first.value, source)), decoder, () => undefined);
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    const isBroken = BROKEN.test((error as NodeJS.ErrnoException).code ?? "");
    throw isBroken ? new BodyProblem("unreadable", `broken ${layer}`) : error;
  }
}

function decoderOf(layer: string, start: Uint8Array) {
  if (layer === "gzip" || layer === "x-gzip") return createGunzip();
  if (layer === "br") return createBrotliDecompress();
  if (layer !== "deflate") return null;
  // Some servers leave out the header of zlib, whose first half byte is 8.
  return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

async function* prepended(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
