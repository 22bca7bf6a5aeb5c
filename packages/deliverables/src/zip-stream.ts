import { constants, deflateRawSync } from "node:zlib";
import { unzipSync, Zip, ZipPassThrough } from "fflate";
import { ZIP_TIME } from "./stable-zip.ts";

const LEVEL = 6;
const DEFLATE = 8;

/** A zip archive that is written file by file; what is finished can be taken away meanwhile. Equal files give equal bytes. */
export class ZipStream {
  private chunks: Uint8Array[] = [];
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.chunks.push(chunk);
  });

  /** Whole, or in parts. */
  add(name: string, content: Uint8Array | Iterable<Uint8Array>): void {
    const file = new DeflatedFile(name);
    file.mtime = ZIP_TIME;
    this.zip.add(file);
    const parts = content instanceof Uint8Array ? [content] : content;
    for (const part of parts) file.push(part, false);
    file.push(new Uint8Array(), true);
  }

  /** What was written since the last call. */
  take(): Uint8Array[] {
    const { chunks } = this;
    this.chunks = [];
    return chunks;
  }

  end(): Uint8Array[] {
    this.zip.end();
    return this.take();
  }
}

/**
 * Compressed by Node.js part by part: `ZipDeflate` of fflate 0.8.3 writes references to bytes before the beginning of a
 * file, above all of files with many zeros, and no program can unpack these (its issues 260 and 282).
 */
class DeflatedFile extends ZipPassThrough {
  override compression = DEFLATE;

  protected override process(chunk: Uint8Array, isLast: boolean): void {
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const packed = deflateRawSync(chunk, { level: LEVEL, finishFlush });
    this.ondata(null, new Uint8Array(packed), isLast);
  }
}

export interface ZippedFile {
  readonly name: string;
  /** As the archive declares it; no more is unpacked. */
  readonly bytes: number;
}

/** Unpacks the files that `isWanted`, in memory alone. Throws when it is no zip archive. */
export function unzipFiles(
  bytes: Uint8Array,
  isWanted: (file: ZippedFile) => boolean,
): Map<string, Uint8Array> {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => isWanted({ name, bytes: originalSize }),
  });
  return new Map(Object.entries(files));
}
