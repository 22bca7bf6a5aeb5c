import { readdirSync, readFileSync } from "node:fs";
import { type DrizzleSnapshotJSON, generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as schema from "../schema/index.ts";
import { listMigrations } from "./migrate.ts";

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

function readSnapshot(id: string): DrizzleSnapshotJSON {
  const file = new URL(`meta/${id.slice(0, 4)}_snapshot.json`, FOLDER);
  return JSON.parse(readFileSync(file, "utf8"));
}
