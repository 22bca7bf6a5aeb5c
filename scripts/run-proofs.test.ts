import { createRequire } from "node:module";
import { expect, it } from "vitest";

type Split = (args: string[]) => { names: string[]; options: string[] };
const { splitArguments }: { splitArguments: Split } = createRequire(import.meta.url)(
  "./run-proofs.cjs",
);

it.each([
  { args: [], names: [], options: [] },
  { args: ["replicas", "upgrade"], names: ["replicas", "upgrade"], options: [] },
  { args: ["clients", "--only", "codex"], names: ["clients"], options: ["--only", "codex"] },
  { args: ["plan-kills", "100"], names: ["plan-kills"], options: ["100"] },
  { args: ["--list"], names: [], options: ["--list"] },
])("takes the names of proofs before their options: $args", ({ args, names, options }) => {
  expect(splitArguments(args)).toEqual({ names, options });
});
