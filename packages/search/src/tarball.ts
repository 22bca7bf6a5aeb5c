import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const BLOCK = 512;
const MAX_BYTES = 128 * 1024 * 1024;

/** The named files out of a compressed tar archive, as far as they are in it. Nothing is written. */
export async function readTarball(
  archive: Buffer,
  names: ReadonlySet<string>,
): Promise<Map<string, Buffer>> {
  const content: Buffer = await promisify(gunzip)(archive, { maxOutputLength: MAX_BYTES });
  const found = new Map<string, Buffer>();
  let offset = 0;
  while (offset + BLOCK <= content.length && content[offset] !== 0) {
    const header = content.subarray(offset, offset + BLOCK);
    const size = Number.parseInt(fieldOf(header, 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("The archive is damaged.");
    const name = nameOf(header);
    const start = offset + BLOCK;
    if (["0", ""].includes(fieldOf(header, 156, 1)) && names.has(name))
      found.set(name, content.subarray(start, start + size));
    offset = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
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
