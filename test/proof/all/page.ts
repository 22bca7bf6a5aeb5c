import { withoutPaths } from "./figures.ts";
import { AREAS, type Promised } from "./promises.ts";
import type { Outcome } from "./state.ts";

export interface Campaign {
  readonly name: string;
  readonly description: string;
}

/** The page of promises, with the figures of the last run. */
export function pageOf(
  campaigns: readonly Campaign[],
  outcomes: ReadonlyMap<string, Outcome>,
): string {
  const areas = AREAS.map(
    ({ title, promises }) =>
      `## ${title}\n\n| Promise | Proved by | What that does not prove |\n| --- | --- | --- |\n${promises.map(rowOf).join("\n")}`,
  );
  const figures = campaigns.map((campaign) => figuresOf(campaign, outcomes.get(campaign.name)));
  return `${[HEAD, ...areas, `## Figures of the last run\n\n${summaryOf(campaigns, outcomes)}`, ...figures].join("\n\n")}\n`;
}

const HEAD = `# Promises

What Trovella promises, the command or test that proves it, and what that does not prove. Campaigns are run by \`npm run proof -- NAME\`, tests by
\`npm test\`. This page is made by \`npm run proof -- --all --report docs/promises.md\`, which runs every campaign in its long form.`;

function rowOf({ promise, campaigns = [], tests = [], doesNotProve }: Promised): string {
  const proofs = [
    ...campaigns.map((name) => `[\`${name}\`](#${name})`),
    ...tests.map((file) => `[${nameOf(file)}](../${file})`),
  ];
  return `| ${promise} | ${proofs.join(", ")} | ${doesNotProve} |`;
}

function nameOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/(\.int)?\.test\.ts$/, "");
}

function summaryOf(campaigns: readonly Campaign[], outcomes: ReadonlyMap<string, Outcome>): string {
  const done = campaigns.flatMap(({ name }) => outcomes.get(name) ?? []);
  const failed = done.filter(({ isOk }) => !isOk).length;
  const minutes = Math.round(done.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const missing = campaigns.length - done.length;
  return `${done.length - failed} of ${campaigns.length} campaigns passed, ${failed} failed, ${missing} have not been run; ${minutes} minutes in all.`;
}

function figuresOf({ name, description }: Campaign, outcome: Outcome | undefined): string {
  if (!outcome) return `### ${name}\n\n${description}\n\nNot run yet.`;
  const { isOk, endedAt, commit, seconds, args, figures } = outcome;
  const command = ["npm run proof --", name, ...args].join(" ");
  const verdict = isOk ? "Passed" : "**Failed**";
  return [
    `### ${name}`,
    description,
    `${verdict} on ${endedAt.slice(0, 10)} in ${timeOf(seconds)} at \`${commit}\`: \`${command}\``,
    `\`\`\`text\n${figures.map(withoutPaths).join("\n").replaceAll("```", "'''")}\n\`\`\``,
  ].join("\n\n");
}

export function timeOf(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const SHOWN =
  /^### (?<name>\S+)\n\n.*\n\n(?<verdict>Passed|\*\*Failed\*\*) on (?<day>\S+) in (?<time>.+) at `(?<commit>\S+)`: `npm run proof -- \S+(?<args>.*)`\n\n```text\n(?<figures>[\s\S]*?)\n```$/gm;

/** What a page shows, for campaigns that were not run on this machine. Times are as exact as the page has them. */
export function outcomesIn(page: string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { groups: shown = {} } of page.matchAll(SHOWN)) {
    outcomes.set(shown.name ?? "", {
      isOk: shown.verdict === "Passed",
      endedAt: shown.day ?? "",
      commit: shown.commit ?? "",
      seconds: secondsOf(shown.time ?? ""),
      args: shown.args?.split(" ").filter(Boolean) ?? [],
      figures: shown.figures?.split("\n") ?? [],
    });
  }
  return outcomes;
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

function secondsOf(time: string): number {
  const parts = [...time.matchAll(/(\d+) (s|min|h)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
}
