import { unzipSync } from "fflate";
import { ARCHIVE_LIMITS, isBomb } from "./archive-limits.ts";

/** These parts of an office file; null when it is no zip file, damaged, or made to take more memory than a document needs. */
export function unpackOffice(
  bytes: Uint8Array,
  parts: readonly string[],
): ReadonlyMap<string, Uint8Array> | null {
  let entries = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        entries += 1;
        if (entries > ARCHIVE_LIMITS.entries) throw new Error("too many parts");
        if (!parts.includes(name)) return false;
        const isTooLarge = originalSize > ARCHIVE_LIMITS.officePartBytes;
        if (isTooLarge || isBomb({ packed: size, unpacked: originalSize }))
          throw new Error("too large");
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch {
    return null;
  }
}
