import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";

const BLOCK = 512;
/** The largest package has 300 MB. */
const MAX_BYTES = 600 * 1024 * 1024;

/**
 * Writes files of a compressed tar archive to where `targetOf` says, by their names in the archive; null leaves one out. The
 * archive may be larger than the memory that a server should take, so it is never held as a whole.
 */
export async function unpackTarball(
  archive: string,
  targetOf: (name: string) => string | null,
  maxBytes = MAX_BYTES,
): Promise<void> {
  const packed = createReadStream(archive);
  const unpacked = createGunzip();
  packed.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    await unpackAll(new ByteReader(unpacked[Symbol.asyncIterator](), maxBytes), targetOf);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function unpackAll(
  reader: ByteReader,
  targetOf: (name: string) => string | null,
): Promise<void> {
  for (;;) {
    const header = await reader.exactly(BLOCK);
    if (header[0] === 0) return;
    const size = Number.parseInt(fieldOf(header, 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) throw damaged();
    const isFile = ["0", ""].includes(fieldOf(header, 156, 1));
    const target = isFile ? targetOf(nameOf(header)) : null;
    if (target === null) await reader.pass(size);
    else await writeTo(target, reader, size);
    await reader.pass((BLOCK - (size % BLOCK)) % BLOCK);
  }
}

async function writeTo(file: string, reader: ByteReader, size: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, "wx", 0o600);
  try {
    await reader.pass(size, (part) => handle.write(part));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private readonly maxBytes: number;
  private rest: Buffer = Buffer.alloc(0);
  private total = 0;

  constructor(chunks: AsyncIterator<Buffer>, maxBytes: number) {
    this.chunks = chunks;
    this.maxBytes = maxBytes;
  }

  async exactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.pass(size, async (part) => parts.push(part));
    return Buffer.concat(parts);
  }

  /** Hands the next bytes to `take`, or skips them. */
  async pass(size: number, take?: (part: Buffer) => Promise<unknown>): Promise<void> {
    let missing = size;
    while (missing > 0) {
      const part = await this.some(missing);
      await take?.(part);
      missing -= part.length;
    }
  }

  private async some(max: number): Promise<Buffer> {
    if (this.rest.length === 0) this.rest = await this.next();
    const part = this.rest.subarray(0, max);
    this.rest = this.rest.subarray(part.length);
    return part;
  }

  private async next(): Promise<Buffer> {
    const { value, done } = await this.chunks.next();
    if (done) throw damaged();
    this.total += value.length;
    if (this.total > this.maxBytes) throw new Error("The archive is too large.");
    return value;
  }
}

function damaged(): Error {
  return new Error("The archive is damaged.");
}

function nameOf(header: Buffer): string {
  const prefix = fieldOf(header, 345, 155);
  const name = fieldOf(header, 0, 100);
  return prefix ? `${prefix}/${name}` : name;
}

function fieldOf(header: Buffer, start: number, length: number): string {
  const [text = ""] = header.toString("latin1", start, start + length).split("\0");
  return text.trim();
}
