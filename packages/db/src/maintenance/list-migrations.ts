import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

export interface Migration {
  readonly id: string;
  readonly text: string;
  readonly digest: string;
}

/** In order; drizzle-kit keeps the journal. */
export function listMigrations(): Migration[] {
  const journal = JSON.parse(
    readFileSync(new URL("../migrations/meta/_journal.json", import.meta.url), "utf8"),
  );
  return (journal.entries as { tag: string }[]).map(({ tag }) => {
    const text = readFileSync(new URL(`../migrations/${tag}.sql`, import.meta.url), "utf8");
    return { id: tag, text, digest: createHash("sha256").update(text).digest("hex") };
  });
}

/** Whether it builds indexes while others write, which PostgreSQL does outside of transactions only. */
export function isConcurrent({ text }: Migration): boolean {
  return /^\s*CREATE\s+INDEX\s+CONCURRENTLY\b/im.test(text);
}

export function statementsOf({ text }: Migration): string[] {
  return text.split("--> statement-breakpoint");
}
