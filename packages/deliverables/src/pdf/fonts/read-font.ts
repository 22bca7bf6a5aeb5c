/** One face of a font file: what it is called and which characters it has. */
export interface FontFace {
  readonly family: string;
  readonly hasCharacter: (codePoint: number) => boolean;
}

const COLLECTION = 0x74746366;
const MAX_FACES = 64;
const MAX_SEGMENTS = 50_000;
const FAMILY_NAMES = [16, 1];

/** The faces of a TrueType or OpenType file, or of a collection of them; none where the file is damaged. */
export function readFont(bytes: Uint8Array): FontFace[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) !== COLLECTION) return [readFace(view, 0)];
    const faces = Math.min(MAX_FACES, view.getUint32(8));
    return Array.from({ length: faces }, (_, index) =>
      readFace(view, view.getUint32(12 + 4 * index)),
    );
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readFace(view: DataView, offset: number): FontFace {
  return { family: familyName(view, tableAt(view, offset, "name")), ...charactersOf(view, offset) };
}

function tableAt(view: DataView, offset: number, name: string): number {
  for (let index = 0; index < view.getUint16(offset + 4); index += 1) {
    const record = offset + 12 + 16 * index;
    const tag = [0, 1, 2, 3].map((at) => String.fromCharCode(view.getUint8(record + at))).join("");
    if (tag === name) return view.getUint32(record + 8);
  }
  throw new RangeError(`The font has no table ${name}.`);
}

/** In English, as Windows knows it: all other names are translations. */
function familyName(view: DataView, table: number): string {
  const texts = table + view.getUint16(table + 4);
  const names = new Map<number, string>();
  for (let index = 0; index < view.getUint16(table + 2); index += 1) {
    const record = table + 6 + 12 * index;
    const [platform, , language, name] = [0, 2, 4, 6].map((at) => view.getUint16(record + at));
    if (platform !== 3 || language !== 0x409 || name === undefined) continue;
    names.set(name, utf16(view, texts + view.getUint16(record + 10), view.getUint16(record + 8)));
  }
  return FAMILY_NAMES.map((name) => names.get(name)).find(Boolean) ?? "";
}

function utf16(view: DataView, offset: number, length: number): string {
  const units = Array.from({ length: length / 2 }, (_, index) =>
    view.getUint16(offset + 2 * index),
  );
  return String.fromCharCode(...units);
}

interface Segment {
  readonly first: number;
  readonly last: number;
}

function charactersOf(view: DataView, offset: number): Pick<FontFace, "hasCharacter"> {
  const table = tableAt(view, offset, "cmap");
  const subtables = Array.from(
    { length: view.getUint16(table + 2) },
    (_, index) => table + view.getUint32(table + 4 + 8 * index + 4),
  );
  const full = subtables.find((at) => view.getUint16(at) === 12);
  const basic = subtables.find((at) => view.getUint16(at) === 4);
  const segments =
    full !== undefined ? groups(view, full) : basic !== undefined ? deltas(view, basic) : [];
  return { hasCharacter: (codePoint) => isWithin(segments, codePoint) };
}

/** Format 12: groups of code points in ascending order. */
function groups(view: DataView, at: number): Segment[] {
  const count = Math.min(MAX_SEGMENTS, view.getUint32(at + 12));
  return Array.from({ length: count }, (_, index) => {
    const group = at + 16 + 12 * index;
    return { first: view.getUint32(group), last: view.getUint32(group + 4) };
  });
}

/** Format 4: segments of the basic plane; the last one is an end mark. */
function deltas(view: DataView, at: number): Segment[] {
  const count = view.getUint16(at + 6) / 2;
  return Array.from({ length: count - 1 }, (_, index) => ({
    last: view.getUint16(at + 14 + 2 * index),
    first: view.getUint16(at + 16 + 2 * count + 2 * index),
  }));
}

function isWithin(segments: readonly Segment[], codePoint: number): boolean {
  let [low, high] = [0, segments.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (!segment) return false;
    if (codePoint < segment.first) high = middle - 1;
    else if (codePoint > segment.last) low = middle + 1;
    else return true;
  }
  return false;
}
