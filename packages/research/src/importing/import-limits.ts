import type { FileKind } from "@trovella/documents";

const TEXT_BYTES = 20_000_000;
const OFFICE_BYTES = 100_000_000;

export const IMPORT_LIMITS = {
  files: 20_000,
  totalBytes: 4_000_000_000,
  /** An archive is held in memory. */
  archiveBytes: 1_000_000_000,
  tags: 20,
  tagLength: 60,
  /** Listed in a summary; all are counted. */
  reports: 1_000,
} as const;

export const MAX_FILE_BYTES: Readonly<Record<FileKind, number>> = {
  note: TEXT_BYTES,
  text: TEXT_BYTES,
  html: TEXT_BYTES,
  bibtex: TEXT_BYTES,
  ris: TEXT_BYTES,
  json: TEXT_BYTES,
  rdf: TEXT_BYTES,
  docx: OFFICE_BYTES,
  pdf: OFFICE_BYTES,
  zip: IMPORT_LIMITS.archiveBytes,
};
