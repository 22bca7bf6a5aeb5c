import { createHash } from "node:crypto";
import { type Database, type Tenant, withStoringContext } from "@trovella/db";
import {
  type ArchivedPlan,
  type ExchangedRow,
  importPlan,
  refused,
} from "@trovella/db/maintenance";
import { unzipFiles, type ZippedFile } from "@trovella/deliverables";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_LIMITS,
  ARCHIVE_VERSION,
  type ArchivedPlanEntry,
  dataFile,
  MANIFEST,
  type Manifest,
  manifestSchema,
} from "./archive-format.ts";

export interface ImportRequest {
  readonly bytes: Uint8Array;
  /** Who imports it; null for the operator. */
  readonly userId: string | null;
  /** Says what would be imported, and stores nothing. */
  readonly isDryRun?: boolean;
  readonly now: Date;
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

export interface ImportedPlan {
  readonly planId: string;
  /** Another one than in the archive where that is taken. */
  readonly handle: string;
  readonly originalHandle: string;
}

export interface ImportSummary {
  readonly server: string;
  readonly imported: readonly ImportedPlan[];
  /** Handles of plans that the organization has already. */
  readonly alreadyHere: readonly string[];
}

/** Undoes what was only tried. */
class DryRun extends Error {}

/**
 * Imports the plans of an archive into the organization, each completely or not at all, and none twice. The whole archive is
 * checked before the first is stored.
 */
export async function importArchive(
  database: Database,
  tenant: Tenant,
  { bytes, userId, isDryRun = false, now, onProgress }: ImportRequest,
): Promise<ImportSummary> {
  const { manifest, plans } = readArchive(bytes);
  const origin = {
    server: manifest.server,
    organization: manifest.organization,
    exportedAt: new Date(manifest.exportedAt),
  };
  const imported: ImportedPlan[] = [];
  const alreadyHere: string[] = [];
  const importAll = async (isTrial: boolean) => {
    imported.length = 0;
    alreadyHere.length = 0;
    for (const [index, { entry, plan }] of plans.entries()) {
      let done: Awaited<ReturnType<typeof importPlan>> = null;
      await withStoringContext(database, tenant, async (context) => {
        done = await importPlan(context, { plan: plan(), origin, userId, now });
        if (isTrial) throw new DryRun();
      }).catch(ignoreDryRun);
      const result = done as Awaited<ReturnType<typeof importPlan>>;
      if (result) imported.push({ ...result, originalHandle: entry.handle });
      else alreadyHere.push(entry.handle);
      if (!isTrial) onProgress?.({ done: index + 1, total: plans.length });
    }
  };
  // A second plan that is refused must not leave the first behind.
  if (isDryRun || plans.length > 1) await importAll(true);
  if (!isDryRun) await importAll(false);
  return { server: manifest.server, imported, alreadyHere };
}

function ignoreDryRun(error: unknown): void {
  if (!(error instanceof DryRun)) throw error;
}

interface ReadPlan {
  readonly entry: ArchivedPlanEntry;
  plan(): ArchivedPlan;
}

/** Checks names, sizes, counts and hashes; nothing is written anywhere. */
function readArchive(bytes: Uint8Array): { manifest: Manifest; plans: ReadPlan[] } {
  const manifest = readManifest(
    unzip(
      bytes,
      limitTo(ARCHIVE_LIMITS.manifestBytes, (name) => name === MANIFEST),
    ),
  );
  const folders = manifest.plans.map(({ folder }) => folder);
  if (new Set(folders).size !== folders.length) throw refused("two plans have one folder");
  const wanted = new Set(
    manifest.plans.flatMap(({ folder, tables }) =>
      Object.keys(tables).map((name) => dataFile(folder, name)),
    ),
  );
  const files = unzip(
    bytes,
    limitTo(ARCHIVE_LIMITS.unpackedBytes, (name) => wanted.has(name)),
  );
  const plans = manifest.plans.map((entry) => {
    for (const name of Object.keys(entry.tables)) checkFile(entry, name, files);
    return { entry, plan: () => readPlan(entry, files) };
  });
  return { manifest, plans };
}

/** Names that would lead out of a folder are a sign of a hostile archive, though nothing is unpacked to a disk here. */
const UNSAFE_NAME = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:|\\|\0/;

function limitTo(maxBytes: number, isNamed: (name: string) => boolean) {
  let files = 0;
  let total = 0;
  return ({ name, bytes }: ZippedFile): boolean => {
    files += 1;
    if (files > ARCHIVE_LIMITS.files) throw refused("it has too many files");
    if (UNSAFE_NAME.test(name)) throw refused("it has a file with an unsafe name");
    if (!isNamed(name)) return false;
    total += bytes;
    if (total > maxBytes) throw refused("unpacked it is too large");
    return true;
  };
}

function unzip(
  bytes: Uint8Array,
  isWanted: (file: ZippedFile) => boolean,
): Map<string, Uint8Array> {
  let problem: unknown = null;
  try {
    return unzipFiles(bytes, (file) => {
      try {
        return isWanted(file);
      } catch (error) {
        problem = error;
        throw error;
      }
    });
  } catch {
    throw problem ?? refused("it is no zip file, or a damaged one");
  }
}

function readManifest(files: ReadonlyMap<string, Uint8Array>): Manifest {
  const text = files.get(MANIFEST);
  if (!text) throw refused(`it has no ${MANIFEST}, so it was not made by Trovella`);
  const value = parse(Buffer.from(text).toString());
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== ARCHIVE_FORMAT) throw refused("it was not made by Trovella");
  if (version !== ARCHIVE_VERSION) throw refused("it was made by a newer version of Trovella");
  const read = manifestSchema.safeParse(value);
  if (read.success) return read.data;
  throw refused(`${MANIFEST} is damaged (${read.error.issues[0]?.path.join(".").slice(0, 100)})`);
}

function checkFile(
  { folder, tables }: ArchivedPlanEntry,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): void {
  const file = files.get(dataFile(folder, name));
  if (!file) throw refused(`${dataFile(folder, name)} is missing`);
  const hash = createHash("sha256").update(file).digest("hex");
  if (hash !== tables[name]?.sha256) throw refused(`${dataFile(folder, name)} was changed`);
}

function readPlan(entry: ArchivedPlanEntry, files: ReadonlyMap<string, Uint8Array>): ArchivedPlan {
  const tables = Object.entries(entry.tables).map(([name, { columns, rows: count }]) => {
    const lines = Buffer.from(files.get(dataFile(entry.folder, name)) ?? [])
      .toString()
      .split("\n");
    const rows = lines.slice(0, -1).map(readRow);
    if (rows.length !== count) throw refused(`${dataFile(entry.folder, name)} is incomplete`);
    return [name, { columns, rows }] as const;
  });
  return {
    id: entry.id,
    tables: new Map(tables),
    formerRefs: new Map(Object.entries(entry.formerRefs)),
  };
}

function readRow(line: string): ExchangedRow {
  const row = parse(line);
  const isRow =
    Array.isArray(row) &&
    row.every((value) => value === null || (typeof value === "string" && !value.includes("\0")));
  if (!isRow) throw refused("it has a row that is none");
  return row;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
