import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { checkMigration } from "@trovella/testing/upgrade/check-migration";
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as schema from "../schema/index.ts";
import { BASELINE } from "./baseline.ts";
import { listMigrations } from "./list-migrations.ts";

const FOLDER = new URL("../migrations/", import.meta.url);
const IDS = listMigrations().map(({ id }) => id);
const SNAPSHOTS = IDS.map(readSnapshot);

describe("the migrations", () => {
  it("cover the schema, so that generating adds nothing", async () => {
    const newest = SNAPSHOTS.at(-1) as DrizzleSnapshotJSON;
    const current = generateDrizzleJson(schema, newest.id);
    expect(await generateMigration(newest, current)).toEqual([]);
  });

  it("are the files of their folder, in the order of their numbers", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
    expect(IDS.map((id) => `${id}.sql`)).toEqual(files.toSorted());
    expect(IDS.map((id) => Number(id.slice(0, 4)))).toEqual(IDS.map((_, index) => index));
  });

  it("each have a snapshot that follows the one before", () => {
    const previous = SNAPSHOTS.map(({ prevId }) => prevId).slice(1);
    expect(previous).toEqual(SNAPSHOTS.map(({ id }) => id).slice(0, -1));
  });
});

describe("the migrations of the next release", () => {
  it("leave the last one able to serve while they are applied", () => {
    const later = listMigrations().slice(IDS.indexOf(BASELINE.migration) + 1);
    expect(later.flatMap((migration) => checkMigration(migration, BASELINE.release))).toEqual([]);
  });

  it("follow those of the last one, which are unchanged", () => {
    const released = listMigrations().slice(0, IDS.indexOf(BASELINE.migration) + 1);
    const digests = released.map(({ digest }) => digest).join();
    expect(createHash("sha256").update(digests).digest("hex")).toBe(BASELINE.digest);
  });

  it("would be caught if they were not: the release after 0.1 could not be installed beside it", () => {
    const written = listMigrations().slice(IDS.indexOf("0005_tokens") + 1);
    const refused = written.filter((one) => checkMigration(one, BASELINE.release).length > 0);
    expect(refused.map(({ id }) => id)).toContain("0014_handles");
  });
});

function readSnapshot(id: string): DrizzleSnapshotJSON {
  const file = new URL(`meta/${id.slice(0, 4)}_snapshot.json`, FOLDER);
  return JSON.parse(readFileSync(file, "utf8"));
}
