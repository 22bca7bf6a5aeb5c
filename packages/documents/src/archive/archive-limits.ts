/** Of a zip file that is unpacked, in memory alone. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  unpackedBytes: 1_000_000_000,
  /** Of one part of an office file. */
  officePartBytes: 64_000_000,
  /** Unpacked to packed. Texts reach 20, and what was made to burst a memory begins at 1,000. */
  ratio: 200,
  /** Small files may well be empty tables. */
  smallBytes: 1_000_000,
  nameLength: 1_000,
} as const;

/** Names that would lead out of a folder are a sign of a hostile archive, though nothing is unpacked to a disk. */
const UNSAFE_NAME = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:|\\|\0/;

export function isUnsafeName(name: string): boolean {
  return UNSAFE_NAME.test(name) || name.length > ARCHIVE_LIMITS.nameLength;
}

export function isBomb({
  packed,
  unpacked,
}: {
  readonly packed: number;
  readonly unpacked: number;
}): boolean {
  return unpacked > ARCHIVE_LIMITS.smallBytes && unpacked > packed * ARCHIVE_LIMITS.ratio;
}
