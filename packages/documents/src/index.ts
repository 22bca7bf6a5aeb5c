export { ARCHIVE_LIMITS } from "./archive/archive-limits.ts";
export {
  type ArchiveEntry,
  type ArchiveListing,
  isZip,
  listArchive,
  unpackEntries,
} from "./archive/list-archive.ts";
export { decodeText } from "./decode-text.ts";
export { docxText } from "./docx/docx-text.ts";
export { contentProblem, type FileKind, fileKind, isIgnored } from "./file-kind.ts";
export { type Note, readNote } from "./notes/read-note.ts";
export { parseBibtex } from "./references/bibtex.ts";
export { parseCslJson } from "./references/csl-json.ts";
export type { Bibliography, Reference } from "./references/reference.ts";
export { parseRis } from "./references/ris.ts";
export { parseZoteroRdf } from "./references/zotero-rdf.ts";
export { savedFrom } from "./saved-from.ts";
