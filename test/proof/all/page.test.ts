import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { figuresIn, withoutPaths } from "./figures.ts";
import { type Campaign, outcomesIn, pageOf, timeOf } from "./page.ts";
import { AREAS, LONG_FORMS } from "./promises.ts";

const { listProofs }: { listProofs: (folder: string) => Campaign[] } = createRequire(
  import.meta.url,
)("../../../scripts/run-proofs.cjs");
const campaigns = listProofs(path.join(ROOT, "test/proof"));
const names = campaigns.map(({ name }) => name);
const promises = AREAS.flatMap((area) => area.promises);

describe("The promises", () => {
  it("name every campaign, and only those there are", () => {
    const named = promises.flatMap((promised) => promised.campaigns ?? []);
    expect([...new Set(named)].sort()).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(Object.keys(LONG_FORMS)));
  });

  it("are each proved by a campaign or a test that exists, and say what that does not prove", () => {
    for (const { promise, campaigns = [], tests = [], doesNotProve } of promises) {
      expect([...campaigns, ...tests], promise).not.toEqual([]);
      expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
      expect(doesNotProve, promise).toMatch(/\w.*\.$/);
      expect(`${promise}${doesNotProve}`).not.toMatch(/[|\n]/);
    }
  });
});

describe("The page", () => {
  it("shows the figures of a campaign, and that another was not run", () => {
    const outcome = {
      isOk: false,
      endedAt: "2026-11-18T08:00:00.000Z",
      commit: "0123abcd",
      seconds: 130,
      args: ["100"],
      figures: ["7 kills, 0 lost", "```"],
    };
    const page = pageOf(campaigns, new Map([["plan-kills", outcome]]));
    expect(page).toContain(
      "**Failed** on 2026-11-18 in 2 min at `0123abcd`: `npm run proof -- plan-kills 100`\n\n```text\n7 kills, 0 lost\n'''\n```",
    );
    expect(page).toContain(`0 of ${names.length} campaigns passed, 1 failed`);
    expect(page.match(/Not run yet\./g)).toHaveLength(names.length - 1);
  });

  it("is read back as it was written", () => {
    const outcome = { endedAt: "2026-11-18", commit: "0123abcd", args: [], figures: ["0 lost"] };
    const outcomes = new Map([
      ["plan-kills", { ...outcome, isOk: true, seconds: 58, args: ["100", "--long"] }],
      ["search-kills", { ...outcome, isOk: false, seconds: 7_500, figures: ["", "a `b`", ""] }],
      ["webhooks", { ...outcome, isOk: true, seconds: 120 }],
    ]);
    expect(outcomesIn(pageOf(campaigns, outcomes))).toEqual(outcomes);
    expect(outcomesIn("")).toEqual(new Map());
  });

  it("of this repository is read whole", () => {
    const page = readFileSync(path.join(ROOT, "docs/promises.md"), "utf8");
    const outcomes = outcomesIn(page);
    expect(outcomes.size).toBe(page.match(/^(Passed|\*\*Failed\*\*) on /gm)?.length);
  });
});

describe("Figures", () => {
  it("are the last lines that say something, without colours and progress", () => {
    const output =
      '{"level":30}\nCreating …\n\n\u001b[32m10 plans\u001b[39m\r\u001b[2K20 plans\n ✓ e2e test/e2e/a.test.ts\n   Start at  10:00\n0 differences\n';
    expect(figuresIn(output)).toEqual(["Creating …", "20 plans", "0 differences"]);
  });

  it("name no place of this machine", () => {
    const file = path.join(tmpdir(), "trovella-drill-x1", "first.jsonl");
    expect(withoutPaths(`Saved to ${file}, from ${path.join(ROOT, "test")}.`)).toBe(
      "Saved to …/first.jsonl, from test.",
    );
  });

  it("are bounded", () => {
    const figures = figuresIn(`${"x".repeat(10_000)}\n`.repeat(1_000));
    expect(figures).toHaveLength(24);
    expect(figures[0]?.length).toBeLessThan(250);
  });
});

it.each([
  [5, "5 s"],
  [130, "2 min"],
  [7_500, "2 h 5 min"],
])("%i seconds are %s", (seconds, text) => {
  expect(timeOf(seconds)).toBe(text);
});
