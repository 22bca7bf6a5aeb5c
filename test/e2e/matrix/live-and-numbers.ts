import { EventEmitter, once } from "node:events";
import { withClient } from "@trovella/db";
import { describe, expect, it } from "vitest";
import { tokenOf } from "../support/team-server.ts";
import { Caller, replyIn } from "./caller.ts";
import type { Matrix } from "./matrix.ts";
import { superuserOf } from "./organization.ts";
import { holdPlan } from "./research.ts";

/** Tests of the event stream and of the metrics. */
export function describeLiveAndNumbers(matrixOf: () => Matrix): void {
  describe("the event stream", () => {
    it("reports nothing of other organizations", async () => {
      const { team, listener, others, ours } = matrixOf();
      const [theirs, own] = [others.members.owner, ours.members.viewer];
      const [theirToken, ownToken] = [
        await tokenOf(team.database, theirs),
        await tokenOf(team.database, own),
      ];
      const they = await watch(team.url, theirToken);
      const we = await watch(team.url, ownToken);
      await holdPlan(new Caller({ url: team.url, listener }, theirToken), others.canary);
      for (const topic of ["plan", "review", "run", "toolCall"]) await they.hear(topic);
      // Reading a plan logs an event in it, which is reported as a change of plans only.
      const planId = ours.ids.plan;
      await new Caller({ url: team.url, listener }, ownToken).tool("get_plan_status", { planId });
      await we.hear("plan");
      expect(we.text()).not.toMatch(/review|run|_[0-9a-f]{8}|canary/);
      for (const one of [they, we]) one.leave();
    });

    it("is closed without the read scope", async () => {
      const caller = await matrixOf().member("owner", ["write", "review", "admin"]);
      expect((await caller.get("/api/events")).status).toBe(403);
      expect((await caller.get(`/api/outputs/${matrixOf().ours.longIds.output}`)).status).toBe(403);
    });
  });

  it("counts only rows of its own organization", async () => {
    const matrix = matrixOf();
    const caller = await matrix.member("viewer");
    const ask = async <T extends object>(path: string) =>
      replyIn<T>(await caller.procedure(path, "query"));
    const rows = await countRows(matrix);
    const health = await ask<{ total: number; openReviews: number }>("researchPlan.healthSummary");
    const home = await ask<{ kpis: Record<string, { total: number }> }>("home.summary");
    const insights = await ask<{ byDay: Record<string, number>[] }>("insights.summary");
    const perDay = (name: string) => insights.byDay.reduce((sum, day) => sum + (day[name] ?? 0), 0);
    const runs = await ask<{ total: number }>("skillExecution.list");
    expect([health.total, health.openReviews]).toEqual([rows.plans, rows.openReviews]);
    expect(home.kpis).toMatchObject({
      plansStarted: { total: rows.plans },
      artifactsStored: { total: rows.artifacts },
      outputsStored: { total: rows.outputs },
      runs: { total: rows.runs },
    });
    expect(runs.total).toBe(rows.runs);
    expect(["plansStarted", "artifacts", "outputs", "runs"].map(perDay)).toEqual([
      ...[rows.plans, rows.artifacts, rows.outputs, rows.runs],
    ]);
    expect(matrix.problems.splice(0)).toEqual([]);
  });
}

function countRows({ team, ours }: Matrix) {
  return withClient(superuserOf(team), async (client) => {
    const count = async (from: string) => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS count FROM ${from} AND organization_id = $1`,
        [ours.organizationId],
      );
      return Number(rows[0]?.count);
    };
    return {
      plans: await count("research_plan WHERE true"),
      artifacts: await count("research_artifact WHERE true"),
      outputs: await count("research_output WHERE true"),
      runs: await count("skill_execution WHERE true"),
      openReviews: await count("plan_review WHERE decision IS NULL"),
    };
  });
}

async function watch(url: string, token: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    signal: leaving.signal,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const arrivals = new EventEmitter();
  const topics = new Set<string>();
  let text = "";
  (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array);
      for (const [, topic = ""] of text.matchAll(/^event: (\w+)$/gm)) topics.add(topic);
      arrivals.emit("arrival");
    }
  })().catch(() => undefined);
  const hear = async (topic: string) => {
    while (!topics.has(topic)) await once(arrivals, "arrival");
  };
  // From now on no event is missed.
  await hear("ping");
  return { topics, hear, text: () => text, leave: () => leaving.abort() };
}
