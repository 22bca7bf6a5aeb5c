import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../sources.ts";

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  readonly image: string;
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

export interface Copy {
  /** The source stage; null for the build context. */
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** The stages of the Dockerfile; parses only the syntax used there. */
export function readDockerfile(): Stage[] {
  const lines = readFileSync(path.join(ROOT, "Dockerfile"), "utf8").replace(/^#.*\n/gm, "");
  const instructions = lines
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, name = "", text = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (name === "") throw new Error(`Not a Dockerfile instruction: ${line}`);
      return { name, text };
    });
  const starts = instructions.flatMap(({ name }, index) => (name === "FROM" ? [index] : []));
  return starts.map((start, number) => {
    const [image = "", , name = null] = instructions[start]?.text.split(" ") ?? [];
    return { image, name, instructions: instructions.slice(start + 1, starts[number + 1]) };
  });
}

export function copiesOf({ instructions }: Stage): Copy[] {
  return instructions
    .filter(({ name }) => name === "COPY")
    .map(({ text }) => {
      const words = text.split(" ");
      const from = words[0]?.startsWith("--from=") ? words[0].slice("--from=".length) : null;
      const places = from === null ? words : words.slice(1);
      return { from, sources: places.slice(0, -1), target: places.at(-1) ?? "" };
    });
}

/** Whether a file is in the build context according to .dockerignore: the last matching pattern decides. */
export function isSentToDocker(file: string): boolean {
  const patterns = readFileSync(path.join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  let isSent = true;
  for (const pattern of patterns) {
    const isException = pattern.startsWith("!");
    if (expressionOf(pattern.replace("!", "")).test(file)) isSent = isException;
  }
  return isSent;
}

/** A pattern matches a file, or a folder with everything in it. */
function expressionOf(pattern: string): RegExp {
  const text = pattern
    .replace(/[.+()]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (found) => (found === "*" ? "[^/]*" : "(.*/)?"));
  return new RegExp(`^${text}(/|$)`);
}
