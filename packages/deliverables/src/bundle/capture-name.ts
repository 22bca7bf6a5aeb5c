const HASH_DIGITS = 12;

/** Where the captured text of a source stands in the archive. */
export function captureName({
  source,
  textSha256,
}: {
  readonly source: number;
  readonly textSha256: string;
}): string {
  const hash = textSha256.toLowerCase().replace(/[^0-9a-f]/g, "");
  return `captures/${Math.trunc(source)}-${hash.slice(0, HASH_DIGITS) || "0"}.txt`;
}
