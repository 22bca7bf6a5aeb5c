/**
 * The last release and its newest migration, updated with each release (test/golden/README.md). Its servers go on serving while
 * later migrations are applied, so these only add to the tables (docs/decisions/0023); a test refuses those that would break it.
 *
 * Version 0.1.0 itself ended at 0005_tokens and must be stopped for the upgrade; the rule holds from the migration named here on.
 */
export const BASELINE = {
  release: "0.1.0",
  migration: "0034_imported_documents",
  /** Of all migrations up to that one, which are never edited. */
  digest: "a44d4f89c7de4a2e57774e646630de09e00eeaf9657729979b81fcda99f7a1f2",
} as const;
