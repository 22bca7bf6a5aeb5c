import { tmpdir } from "node:os";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "@trovella/testing/sources";

const MAX_LINES = 24;
const MAX_WIDTH = 240;
/** Of Vitest, by which some campaigns run, and of the log of a server. */
const NOISE =
  /^\s*(\{"level":|RUN {2}v|stdout \||Test Files|Tests {2}|Start at|Duration|❯|✓|✗|×|JSON report)|^\s*$/;

/** The last lines that a campaign printed, which are its figures. */
export function figuresIn(output: string): string[] {
  return stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r", line.length - 2) + 1).trimEnd())
    .filter((line) => !NOISE.test(line))
    .slice(-MAX_LINES)
    .map((line) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)} …` : line));
}

/** Without paths of the machine that the campaign ran on. */
export function withoutPaths(line: string): string {
  return line.replaceAll(new RegExp(`${tmpdir()}/[\\w.-]+`, "g"), "…").replaceAll(ROOT, "");
}
