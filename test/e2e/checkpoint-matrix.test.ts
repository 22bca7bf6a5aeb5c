import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { REVIEW_POLICIES, type ReviewPolicy } from "@trovella/plan-engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTEMPTS, prepareCheckpoints } from "./checkpoints/attempts.ts";
import {
  type LocalPlace,
  type Place,
  startLocalPlace,
  startTeamPlace,
} from "./checkpoints/servers.ts";
import {
  type Credential,
  expectedEnding,
  LOCAL_CREDENTIALS,
  LOCKED_CREDENTIALS,
  TEAM_CREDENTIALS,
  WAYS,
  type WayName,
} from "./checkpoints/table.ts";
import { runTrovella } from "./support/trovella-process.ts";

/** Actors as the audit log names them, by the channel of the decision. */
const ACTORS: Readonly<Record<string, string>> = {
  console: "console console",
  api: "api matrix/1",
  relayed: "mcp fuzz 1.0.0",
  elicitation: "mcp matrix 1",
};
const WAY_NAMES = Object.keys(WAYS) as WayName[];

describe("a team's checkpoint", () => {
  let team: Place;
  beforeAll(async () => {
    team = await startTeamPlace();
  });
  afterAll(() => team.stop());

  describe.each(REVIEW_POLICIES)("under %s", (policy) => {
    it.each(TEAM_CREDENTIALS)("is passed with $name exactly as promised", (credential) =>
      compare(team, credential, policy),
    );
  });
});

describe("a checkpoint in local mode", () => {
  let local: LocalPlace;
  beforeAll(async () => {
    local = await startLocalPlace();
  });
  afterAll(() => local.stop());

  describe.each(REVIEW_POLICIES)("under %s", (policy) => {
    it.each(LOCAL_CREDENTIALS)("is passed with $name exactly as promised", (credential) =>
      compare(local, credential, policy),
    );
  });

  it("is still there after a backup is restored, for a person alone", async () => {
    const checkpoints = await prepareCheckpoints(await local.owner(), "human_only");
    const checkpoint = checkpoints["review.decide"];
    const directory = mkdtempSync(path.join(tmpdir(), "trovella-backup-"));
    const file = path.join(directory, "backup");
    expect(await runTrovella(["backup", file], local.environment)).toMatchObject({ exitCode: 0 });
    const restored = await startLocalPlace(file);
    try {
      const decide = (name: string) =>
        ATTEMPTS["review.decide"](restored.actor({ name }), checkpoint, []);
      expect(await decide("plain request")).toBe("REVIEW_REQUIRES_HUMAN");
      expect(await decide("cookie")).toBe("done");
    } finally {
      await restored.stop();
      rmSync(directory, { recursive: true });
    }
  });

  describe("with a review PIN", () => {
    beforeAll(async () => {
      const set = await runTrovella(["pin", "set"], local.environment, { input: "tea-4-two\n" });
      expect(set).toMatchObject({ exitCode: 0, stderr: "" });
      const page = local.actor({ name: "cookie with PIN" });
      expect(await page.procedure("review.unlock", { pin: "tea-4-two" })).toMatchObject({
        outcome: "done",
      });
    });

    describe.each(REVIEW_POLICIES)("under %s", (policy) => {
      it.each(LOCKED_CREDENTIALS)("is passed with $name exactly as promised", (credential) =>
        compare(local, credential, policy),
      );
    });
  });
});

/** Tries every way with the credential, then compares replies and records with the table. */
async function compare(place: Place, credential: Credential, policy: ReviewPolicy): Promise<void> {
  const checkpoints = await prepareCheckpoints(await place.owner(), policy);
  const actor = place.actor(credential);
  const stepIds = new Map<string, readonly string[]>();
  for (const { planId } of Object.values(checkpoints)) {
    stepIds.set(planId, await place.records.stepIds(planId));
  }
  const replies = new Map<WayName, string>();
  for (const way of WAY_NAMES) {
    const { planId } = checkpoints[way];
    replies.set(
      way,
      await ATTEMPTS[way](actor, checkpoints[way], await place.records.stepIds(planId)),
    );
  }
  const endings = [];
  for (const way of WAY_NAMES) {
    const before = stepIds.get(checkpoints[way].planId) ?? [];
    const recorded = await place.records.of(checkpoints[way], before);
    endings.push({ way, reply: replies.get(way), ...recorded });
  }
  expect(endings).toEqual(
    WAY_NAMES.map((way) => {
      const { reply, fate, decidedVia } = expectedEnding(credential, way, policy);
      const decidedBy = decidedVia ? place.userId : null;
      const by = decidedVia ? `${ACTORS[decidedVia]} ${place.userId}` : null;
      return { way, reply, fate, decidedVia: decidedVia ?? null, decidedBy, actor: by };
    }),
  );
}
