import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ARTIFACT_TYPES, FEEDBACK_TYPES, MEDIA_TYPES, SATISFACTIONS } from "@trovella/db/memory";
import { LINT_CODES } from "@trovella/deliverables";
import { ERROR_CODES } from "@trovella/foundation";
import { TOOLS } from "@trovella/mcp";
import { MODIFICATION_ACTIONS, REVIEW_DECISIONS, STEP_TYPES } from "@trovella/plan-engine";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import {
  callsIn,
  readFrontmatter,
  readPage,
  SKILLS,
  skillPages,
  type Text,
} from "./skill-texts.ts";

const PORTABLE_FIELDS = ["name", "description", "license", "compatibility", "metadata"];
const CLAUDE_FIELDS = ["argument-hint", "user-invocable", "disable-model-invocation"];
const NEXT_STEP_STATUSES =
  "step_ready plan_complete plan_failed awaiting_review no_pending_steps".split(" ");
/** What a run of the research skill notes about itself. */
const TRACKED = [
  ..."topic researchType scope depthSignals decisionContext knownContext".split(" "),
  ..."outputMediaType outputFormattingInstructions originalQuery".split(" "),
  ..."clarifyingQuestions skipQuestionsReason delegatedTo routingRationale".split(" "),
  ..."priorResearchCheck found artifactIds userConversation userDecision refreshContext".split(" "),
  ..."closedReason stepsCompleted artifactsStored mode checkpointFeedback".split(" "),
  "planDesignRationale",
];
const TOOL_NAMES = TOOLS.map(({ name }) => name);
const pages = skillPages();
const router = readPage("research/SKILL.md");
const loop = readPage("research/references/loop.md");

it("has the five skills", () => {
  expect(SKILLS).toEqual([
    "research",
    "research-deep",
    "research-output",
    "research-resume",
    "research-scan",
  ]);
});

describe.each(SKILLS)("the skill %s", (skill) => {
  const page = readPage(`${skill}/SKILL.md`);
  const fields = readFrontmatter(page);

  it("has a frontmatter that every client reads, and nothing else in it", () => {
    expect(Object.keys(fields)).toEqual(PORTABLE_FIELDS);
    expect(fields.name).toBe(skill);
    expect(skill).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(String(fields.description).length).toBeLessThanOrEqual(1_024);
    expect(fields.description).toMatch(/\. Use this skill when /);
    expect(String(fields.compatibility).length).toBeLessThanOrEqual(500);
    expect(fields.metadata).toEqual({ version: "0.1.0" });
  });

  it("stays short", () => {
    const most = skill === "research" ? 250 : linesOf(router);
    expect(linesOf(page)).toBeLessThanOrEqual(most);
    // About 5,000 tokens.
    expect(page.text.length).toBeLessThanOrEqual(21_000);
  });

  it("says in claude.json only what Claude Code adds, and leaves permission to decide to the person", () => {
    const file = readFileSync(path.join(ROOT, `skills/${skill}/claude.json`), "utf8");
    expect(Object.keys(JSON.parse(file)).filter((key) => !CLAUDE_FIELDS.includes(key))).toEqual([]);
    expect(file).not.toContain("submit_user_decision");
    expect(page.text).not.toContain("allowed-tools");
  });

  it("leads to the loop or to a skill that does", () => {
    expect(page.text).toMatch(/\]\((\.\.\/research\/)?references\/loop\.md\)/);
  });
});

describe.each(pages)("$file", (page) => {
  it("has links that lead somewhere in skills/", () => {
    const broken = linksOf(page).filter((link) => {
      const target = path.posix.join(path.posix.dirname(page.file), link);
      return !target.startsWith("skills/") || !existsSync(path.join(ROOT, target));
    });
    expect(broken).toEqual([]);
  });

  it("names only tools that exist", () => {
    const toolLike =
      /\b(get|submit|create|list|request|store|search|log|extract|modify)_[a-z_]+\b/g;
    const named = page.text.match(toolLike) ?? [];
    const called = callsIn(page.text).map(({ tool }) => tool);
    expect([...named, ...called].filter((name) => !TOOL_NAMES.includes(name))).toEqual([]);
  });

  it("shows calls that the tools accept as they stand", () => {
    for (const { tool, input } of callsIn(page.text)) {
      const read = TOOLS.find(({ name }) => name === tool)?.input.safeParse(input);
      expect(read?.error?.issues ?? [], `${tool} ${JSON.stringify(input)}`).toEqual([]);
    }
  });

  it("has room for a reader: fences are closed and no line is a leftover", () => {
    expect((page.text.match(/^ *```/gm) ?? []).length % 2).toBe(0);
    expect(page.text).not.toMatch(/TODO|FIXME|\t| $/m);
  });
});

describe("together the skills", () => {
  const all = pages.map(({ text }) => text).join("\n");

  it("show how to call every tool but ping and two that are described by their schema", () => {
    const called = new Set(pages.flatMap(({ text }) => callsIn(text)).map(({ tool }) => tool));
    const templated = ["create_research_plan", "extract_data", "ping"];
    expect(TOOL_NAMES.filter((name) => !called.has(name))).toEqual(templated);
    expect(all).toContain("`extract_data` (schema, sourceText)");
  });

  it("know every word that the tools use", () => {
    const words = [
      ...[
        ...STEP_TYPES,
        ...REVIEW_DECISIONS,
        ...MODIFICATION_ACTIONS,
        ...ERROR_CODES,
        ...LINT_CODES,
      ],
      ...[...MEDIA_TYPES, ...ARTIFACT_TYPES, ...SATISFACTIONS, ...NEXT_STEP_STATUSES],
    ];
    expect(words.filter((word) => !all.includes(`\`${word}\``))).toEqual([]);
    expect(FEEDBACK_TYPES.filter((word) => !all.includes(`feedbackType: "${word}"`))).toEqual([]);
  });
});

describe("the router", () => {
  it("has all six phases, in order", () => {
    const phases = [...router.text.matchAll(/^## Phase (\d): (.+)$/gm)].map(([, n, name]) => [
      n,
      name,
    ]);
    expect(phases).toEqual([
      ["1", "Interview"],
      ["2", "Route"],
      ["3", "Track and check prior research"],
      ["4", "Plan"],
      ["5", "Execute"],
      ["6", "Deliver, feedback, close"],
    ]);
  });

  it.each(TRACKED)("notes %s", (key) => {
    expect(router.text).toMatch(new RegExp(`\\b${key}\\b`));
  });

  it("starts, updates, links, completes and fails the tracking record", () => {
    const logged = callsIn(router.text).filter(({ tool }) => tool === "log_skill_execution");
    const statuses = logged.map(({ input }) => [input.status, input.executionId !== undefined]);
    expect(statuses).toEqual([
      ["started", false],
      ["started", true],
      ["executing", true],
      ["completed", true],
      ["failed", true],
    ]);
    const keys = logged.flatMap(({ input }) => keysBelow(input.metadata ?? {}));
    const elsewhere = ["skipQuestionsReason", "planDesignRationale"];
    expect(TRACKED.filter((key) => !keys.includes(key))).toEqual(elsewhere);
  });

  it("looks for five earlier findings at most", () => {
    const [search] = callsIn(router.text).filter(({ tool }) => tool === "search_sources");
    expect(search?.input).toMatchObject({ limit: 5 });
  });

  it("tells what to do without the tools", () => {
    expect(router.text).toMatch(/`trovella connect` \(in a clone `npx trovella connect`\)/);
    expect(router.text).toMatch(/plain\s+answer/);
  });
});

describe("the loop", () => {
  it("says what to do on every status and every error", () => {
    const rows = [...loop.text.matchAll(/^ *\| `(\w+)`[^|]*\| (\S.*) \|$/gm)].map(
      ([, word]) => word,
    );
    const words = [...NEXT_STEP_STATUSES, ...ERROR_CODES, ...STEP_TYPES, ...REVIEW_DECISIONS];
    expect(words.filter((word) => !rows.includes(word))).toEqual([]);
  });

  it("shows a report with all five fields, as does the page about reports", () => {
    const fields = "thinking webSearches webFetches otherToolCalls subagents".split(" ");
    const [submit] = callsIn(loop.text).filter(({ tool }) => tool === "submit_step_result");
    expect(Object.keys(submit?.input.stepExecutionReport ?? {})).toEqual(fields);
    const { text } = readPage("research/references/step-reports.md");
    const json = /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
    expect(Object.keys(JSON.parse(json))).toEqual(fields);
  });
});

function linesOf({ text }: Text): number {
  return text.trimEnd().split("\n").length;
}

function linksOf({ text }: Text): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^https?:/.test(link));
}

function keysBelow(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysBelow(inner)]);
}
