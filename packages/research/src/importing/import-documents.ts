import path from "node:path";
import { type Database, type Tenant, withStoringContext, withTenantContext } from "@trovella/db";
import { loadPlanForShare, resolvePlanId } from "@trovella/db/plans";
import type { Reference } from "@trovella/documents";
import { AppError } from "@trovella/foundation";
import { type ImportFile, type LeafGroup, listLeaves, readLeaves } from "./import-files.ts";
import { type ImportItem, itemsOfReference } from "./import-item.ts";
import { IMPORT_LIMITS } from "./import-limits.ts";
import { isBibliography, type ReadPage, readBibliography, readDocument } from "./read-leaf.ts";
import { type StoringItems, storeItems } from "./store-items.ts";

export interface DocumentImport {
  readonly files: readonly ImportFile[];
  /** Who imports them; null for the operator. */
  readonly userId: string | null;
  /** Handle or id of the plan that they belong to. */
  readonly plan: string | null;
  readonly tags: readonly string[];
  /** Reads and compares everything, and stores nothing. */
  readonly isDryRun: boolean;
  readonly now: Date;
  readonly readPage: ReadPage;
  /** Throws when the organization may store no more; asked before each batch. */
  checkStorage?(): void;
  onProgress?(progress: ImportProgress): void;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

interface FileReport {
  readonly path: string;
  /** A sentence. */
  readonly text: string;
}

export interface DocumentImportSummary {
  readonly isDryRun: boolean;
  /** Files that were looked at. */
  readonly files: number;
  /** What was not there before, by kind. */
  readonly imported: {
    readonly documents: number;
    readonly references: number;
    readonly notes: number;
  };
  /** Of these, other versions of files that were imported before. */
  readonly updated: number;
  readonly unchanged: number;
  /** Files and entries that were left out; the first thousand are listed. */
  readonly skippedCount: number;
  readonly skipped: readonly FileReport[];
  /** Files that are of no kind that can be imported, such as pictures, and their extensions. */
  readonly otherKinds: { readonly files: number; readonly extensions: readonly string[] };
  readonly remarks: readonly FileReport[];
}

/**
 * Brings documents and bibliographies into the memory: each once, searchable with its batch. It can be ended at any time; the next
 * import of the same files goes on where it ended.
 */
export async function importDocuments(
  database: Database,
  tenant: Tenant,
  request: DocumentImport,
): Promise<DocumentImportSummary> {
  const tags = checkTags(request.tags);
  const planId = await requirePlan(database, tenant, request.plan);
  const report = new Report(request.isDryRun);
  const { userId, isDryRun, now } = request;
  const scope = { userId, planId, now, tags, isDryRun };
  const batch = new Batch(async (items) => {
    request.checkStorage?.();
    report.count(items, await store(database, tenant, items, scope));
  });
  const groups = await listLeaves(request.files, report);
  const progress = progressOf(groups, request);
  const references = await importBibliographies(groups, { batch, report, progress });
  for await (const { leaf, bytes } of readLeaves(groups, {
    isWanted: (leaf) => !isBibliography(leaf),
    skip: report.skip,
  })) {
    const reference = references.get(leaf.path);
    if (bytes) {
      const { readPage } = request;
      const { item, problem, remark } = await readDocument({ leaf, bytes, reference, readPage });
      if (problem !== undefined) report.skip(leaf.path, problem);
      if (remark !== undefined) report.remark(leaf.path, remark);
      if (item) await batch.add(item);
    }
    progress();
  }
  await batch.flush();
  return report.summary(groups);
}

/** By the path of each file that belongs to a reference. */
async function importBibliographies(
  groups: readonly LeafGroup[],
  { batch, report, progress }: { readonly batch: Batch; readonly report: Report; progress(): void },
): Promise<Map<string, Reference>> {
  const files = new Map<string, Reference>();
  for await (const { leaf, bytes } of readLeaves(groups, {
    isWanted: isBibliography,
    skip: report.skip,
  })) {
    if (bytes && isBibliography(leaf)) {
      const { bibliography, remark } = readBibliography(leaf.kind, bytes);
      if (!bibliography) report.skip(leaf.path, "It is no bibliography that can be read.");
      if (remark !== undefined) report.remark(leaf.path, remark);
      for (const problem of bibliography?.problems ?? []) report.skip(leaf.path, problem);
      for (const reference of bibliography?.references ?? []) {
        for (const file of reference.attachments) {
          files.set(path.posix.join(path.posix.dirname(leaf.path), file), reference);
        }
        for (const item of itemsOfReference(leaf.path, reference)) await batch.add(item);
      }
    }
    progress();
  }
  return files;
}

const BATCH_ITEMS = 25;
const BATCH_CHARACTERS = 300_000;

/** Collects items; small, since a batch holds locks of the organization while it is stored. */
class Batch {
  private items: ImportItem[] = [];
  private characters = 0;
  private readonly store: (items: readonly ImportItem[]) => Promise<void>;

  constructor(store: (items: readonly ImportItem[]) => Promise<void>) {
    this.store = store;
  }

  async add(item: ImportItem): Promise<void> {
    this.items.push(item);
    this.characters += item.text.length;
    if (this.items.length >= BATCH_ITEMS || this.characters >= BATCH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const { items } = this;
    this.items = [];
    this.characters = 0;
    if (items.length > 0) await this.store(items);
  }
}

function store(
  database: Database,
  tenant: Tenant,
  items: readonly ImportItem[],
  scope: StoringItems,
) {
  const bytes = items.reduce((sum, { text }) => sum + text.length, 0);
  return withStoringContext(
    database,
    tenant,
    (context) => storeItems(context, items, scope),
    bytes,
  );
}

const MAX_EXTENSIONS = 10;
const COUNTED = { document: "documents", reference: "references", note: "notes" } as const;

class Report {
  private readonly isDryRun: boolean;
  private readonly imported = { documents: 0, references: 0, notes: 0 };
  private readonly seen = new Set<string>();
  private readonly skipped: FileReport[] = [];
  private readonly remarks: FileReport[] = [];
  private readonly extensions = new Set<string>();
  private otherFiles = 0;
  private skippedCount = 0;
  private updated = 0;
  private unchanged = 0;

  constructor(isDryRun: boolean) {
    this.isDryRun = isDryRun;
  }

  readonly skip = (path: string, text: string): void => {
    this.skippedCount += 1;
    if (this.skipped.length < IMPORT_LIMITS.reports) this.skipped.push({ path, text });
  };

  readonly leaveAlone = (file: string): void => {
    this.otherFiles += 1;
    const extension = path.extname(file).toLowerCase().slice(0, 12);
    if (this.extensions.size < MAX_EXTENSIONS) this.extensions.add(extension || "no extension");
  };

  remark(path: string, text: string): void {
    if (this.remarks.length < IMPORT_LIMITS.reports) this.remarks.push({ path, text });
  }

  count(
    items: readonly ImportItem[],
    { outcomes, hashes }: Awaited<ReturnType<typeof storeItems>>,
  ): void {
    for (const [index, { kind }] of items.entries()) {
      const hash = hashes[index] ?? "";
      // A dry run stores nothing, so the second of two equal files would count as new.
      const isNew = outcomes[index] !== "unchanged" && !this.seen.has(hash);
      this.seen.add(hash);
      if (!isNew) this.unchanged += 1;
      else this.imported[COUNTED[kind]] += 1;
      if (isNew && outcomes[index] === "updated") this.updated += 1;
    }
  }

  summary(groups: readonly LeafGroup[]): DocumentImportSummary {
    const { isDryRun, imported, updated, unchanged, skippedCount, skipped, remarks } = this;
    const files = groups.reduce((sum, { leaves }) => sum + leaves.length, 0);
    const otherKinds = { files: this.otherFiles, extensions: [...this.extensions].sort() };
    return {
      isDryRun,
      files,
      imported,
      updated,
      unchanged,
      skippedCount,
      skipped,
      otherKinds,
      remarks,
    };
  }
}

function progressOf(groups: readonly LeafGroup[], { onProgress }: DocumentImport): () => void {
  const total = groups.reduce((sum, { leaves }) => sum + leaves.length, 0);
  let done = 0;
  return () => {
    done += 1;
    onProgress?.({ done, total });
  };
}

function checkTags(tags: readonly string[]): string[] {
  const known = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
  const isFit = known.every((tag) => tag.length <= IMPORT_LIMITS.tagLength && !tag.includes("\0"));
  if (isFit && known.length <= IMPORT_LIMITS.tags) return known;
  throw new AppError(
    "INVALID_INPUT",
    `At most ${IMPORT_LIMITS.tags} tags of at most ${IMPORT_LIMITS.tagLength} characters can be given; nothing was imported.`,
  );
}

async function requirePlan(
  database: Database,
  tenant: Tenant,
  plan: string | null,
): Promise<string | null> {
  if (plan === null) return null;
  return withTenantContext(database, tenant, async (context) => {
    const planId = await resolvePlanId(context, plan);
    await loadPlanForShare(context, planId);
    return planId;
  });
}
