import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { FEEDBACK_TYPES, MEDIA_TYPES, SATISFACTIONS } from "@trovella/db/memory";
import { LINT_CODES } from "@trovella/deliverables";
import { ERROR_CODES } from "@trovella/foundation";
import { TOOLS } from "@trovella/mcp";
import { MODIFICATION_ACTIONS, REVIEW_DECISIONS, STEP_TYPES } from "@trovella/plan-engine";
import { ROOT } from "@trovella/testing/sources";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
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
/** Fields of the brief, which becomes the record of the run. */
const BRIEF = [
  ..."topic researchType scope depthSignals decisionContext knownContext".split(" "),
  ..."outputMediaType outputFormattingInstructions originalQuery".split(" "),
  ..."clarifyingQuestions skipQuestionsReason mode routingRationale priorResearch".split(" "),
];
const TOOL_NAMES = TOOLS.map(({ name }) => name);
const pages = skillPages();
const router = readPage("research/SKILL.md");
const loop = readPage("research/references/loop.md");
const together = readPage("research/references/working-together.md");

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
    expect(linesOf(page)).toBeLessThanOrEqual(120);
    expect(tokensOf(page)).toBeLessThanOrEqual(1_200);
  });

  it("has in claude.json only Claude Code's own fields, and leaves permission to decide to the user", () => {
    const file = readFileSync(path.join(ROOT, `skills/${skill}/claude.json`), "utf8");
    expect(Object.keys(JSON.parse(file)).filter((key) => !CLAUDE_FIELDS.includes(key))).toEqual([]);
    expect(file).not.toContain("submit_user_decision");
    expect(page.text).not.toContain("allowed-tools");
  });

  it("leads to the loop or to a skill that does", () => {
    expect(page.text).toMatch(/\]\((\.\.\/research\/)?(references\/loop|SKILL)\.md\)/);
  });
});

describe.each(pages)("$file", (page) => {
  it("has links that resolve within skills/", () => {
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

  it("shows calls that the tools accept unchanged", () => {
    for (const { tool, input } of callsIn(page.text)) {
      const read = TOOLS.find(({ name }) => name === tool)?.input.safeParse(input);
      expect(read?.error?.issues ?? [], `${tool} ${JSON.stringify(input)}`).toEqual([]);
    }
  });

  it("has closed fences and no leftover lines", () => {
    expect((page.text.match(/^ *```/gm) ?? []).length % 2).toBe(0);
    expect(page.text).not.toMatch(/TODO|FIXME|\t| $/m);
  });
});

describe("together the skills", () => {
  const all = pages.map(({ text }) => text).join("\n");

  it("cost a scan at most 3,000 tokens and a deep research 6,000", () => {
    const scan = [router, loop, readPage("research-output/SKILL.md")];
    const deep = ["research-deep/SKILL.md", "research-output/references/formats.md"].map(readPage);
    expect(sumOf(scan.map(tokensOf))).toBeLessThanOrEqual(3_000);
    expect(sumOf([...scan, ...deep, together].map(tokensOf))).toBeLessThanOrEqual(6_000);
  });

  it("show how to call every tool but those that need no example", () => {
    const called = new Set(pages.flatMap(({ text }) => callsIn(text)).map(({ tool }) => tool));
    const without = ["extract_data", "log_skill_execution", "ping"];
    expect(TOOL_NAMES.filter((name) => !called.has(name))).toEqual(without);
    expect(all).toContain("`extract_data` (schema, sourceText)");
  });

  it("know every word that the tools use", () => {
    const words = [
      ...[...STEP_TYPES, ...REVIEW_DECISIONS, ...MODIFICATION_ACTIONS, ...LINT_CODES],
      ...[...MEDIA_TYPES, ...SATISFACTIONS, ...NEXT_STEP_STATUSES],
    ];
    expect(words.filter((word) => !all.includes(`\`${word}\``))).toEqual([]);
    expect(FEEDBACK_TYPES.filter((word) => !all.includes(`feedbackType: "${word}"`))).toEqual([]);
  });
});

describe("the router", () => {
  it("has all six phases, in order", () => {
    const phases = [...router.text.matchAll(/^## (\d)\. (.+)$/gm)].map(([, n, name]) => [n, name]);
    expect(phases).toEqual([
      ["1", "Brief"],
      ["2", "Route"],
      ["3", "Prior research"],
      ["4", "Plan and start"],
      ["5", "Work"],
      ["6", "Deliver"],
    ]);
  });

  it.each(BRIEF)("notes %s", (key) => {
    expect(router.text).toMatch(new RegExp(`\\b${key}\\b`));
  });

  it("looks for five earlier findings at most", () => {
    const [search] = callsIn(router.text).filter(({ tool }) => tool === "search_sources");
    expect(search?.input).toMatchObject({ limit: 5 });
  });

  it("says what to do without the tools", () => {
    expect(router.text).toMatch(/`trovella connect` \(in a clone `npx trovella connect`\)/);
    expect(router.text).toMatch(/plain\s+answer/);
  });
});

describe("the loop", () => {
  it("says what to do on every status, step type and decision", () => {
    const words = [...NEXT_STEP_STATUSES, ...STEP_TYPES, ...REVIEW_DECISIONS];
    expect(words.filter((word) => !loop.text.includes(`\`${word}\``))).toEqual([]);
  });

  it("says what to do on errors that their own text does not settle", () => {
    const named = ERROR_CODES.filter((code) => together.text.includes(`\`${code}\``));
    expect(named.length).toBeGreaterThanOrEqual(8);
  });

  it("shows a report with all five fields", () => {
    const fields = "thinking webSearches webFetches otherToolCalls subagents".split(" ");
    const [submit] = callsIn(loop.text).filter(({ tool }) => tool === "submit_step_result");
    expect(Object.keys(submit?.input.stepExecutionReport ?? {})).toEqual(fields);
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

function tokensOf({ text }: Text): number {
  return encode(text).length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
