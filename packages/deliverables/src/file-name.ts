const MAX_SLUG_LENGTH = 60;

/** A file name that every system and every download header takes: plain ASCII, never empty. */
export function fileNameFor(title: string, { version, extension }: NameParts): string {
  return `${slugOf(title)}-v${Math.max(1, Math.trunc(version) || 1)}.${extension}`;
}

interface NameParts {
  readonly version: number;
  readonly extension: string;
}

function slugOf(title: string): string {
  const slug = title
    .slice(0, 1_000)
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  return slug || "research";
}
