import { readFileSync } from "node:fs";
import { type Size, sizeOf, totalOf } from "./transcript.ts";

/** The pages of the skills that a model has to read for a task. */
interface Pages {
  readonly scan: readonly string[];
  readonly deep: readonly string[];
  readonly resume: readonly string[];
}

const LOOP = ["research/references/loop.md", "research-output/SKILL.md"];
const SCAN = ["research/SKILL.md", ...LOOP];
/** The deep task delivers a Word file, and files need this page. */
const FORMATS = "research-output/references/formats.md";

export const PAGES: Pages = {
  scan: SCAN,
  deep: [...SCAN, "research-deep/SKILL.md", FORMATS],
  resume: ["research-resume/SKILL.md", ...LOOP, FORMATS],
};

const OLD_LOOP = [
  "research/SKILL.md",
  ...LOOP,
  "research/references/citations.md",
  "research/references/step-reports.md",
];

export const OLD_PAGES: Pages = {
  scan: [...OLD_LOOP, "research-scan/SKILL.md"],
  deep: [...OLD_LOOP, "research-deep/SKILL.md", FORMATS],
  resume: [...OLD_LOOP, "research-resume/SKILL.md", FORMATS],
};

export function sizeOfSkills(folder: URL, pages: Pages): Record<keyof Pages, Size> {
  const sizeOfPages = (paths: readonly string[]) =>
    totalOf(paths.map((path) => sizeOf(readFileSync(new URL(path, folder), "utf8"))));
  return {
    scan: sizeOfPages(pages.scan),
    deep: sizeOfPages(pages.deep),
    resume: sizeOfPages(pages.resume),
  };
}
