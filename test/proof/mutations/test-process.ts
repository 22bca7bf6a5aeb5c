/**
 * Runs the tests of a copy of the engine whenever its parent asks for it. Starting Vitest and loading the tests takes
 * longer than most runs, so that happens once.
 */
import path from "node:path";
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import type { Reply, Request } from "./engine-tests.ts";

const [copy = "", source = ""] = process.argv.slice(2);
let changed: string | undefined;

/** Tests of the changed file are the most likely to notice, and the first that fails ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const start = changed?.replace(/\.ts$/, "");
    const isOther = ({ moduleId }: TestSpecification) =>
      Number(!start || !moduleId.startsWith(start));
    const byName = files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
    return byName.toSorted((one, other) => isOther(one) - isOther(other));
  }
}

const vitest = await createVitest("test", {
  root: copy,
  dir: path.join(copy, source),
  config: false,
  watch: false,
  cache: false,
  bail: 1,
  // As in vitest.config.ts: on a busy machine the default would end tests that pass.
  testTimeout: 60_000,
  pool: "threads",
  maxWorkers: 1,
  isolate: false,
  reporters: [{}],
  sequence: { sequencer: OwnTestsFirst },
});
await vitest.standalone();
const all = await vitest.globTestSpecifications();
const isProperty = ({ moduleId }: TestSpecification) => moduleId.includes(".property.");
const SUITES = {
  quick: all.filter((one) => !isProperty(one)),
  property: all.filter(isProperty),
};

process.on("message", async ({ suite, file }: Request) => {
  if (changed) vitest.invalidateFile(changed);
  changed = path.join(copy, source, file);
  vitest.invalidateFile(changed);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(SUITES[suite]);
  const failed = testModules.filter((module) => !module.ok());
  const reply: Reply = {
    isPassed: testModules.length > 0 && failed.length === 0 && unhandledErrors.length === 0,
    output: [...failed.flatMap((module) => [module.moduleId, ...errorsOf(module)])].join("\n"),
  };
  process.send?.(reply);
});
process.on("disconnect", () => process.exit());
process.send?.({ isPassed: all.length > 0, output: "" } satisfies Reply);

function errorsOf(module: {
  errors(): readonly { message: string }[];
  children: { allTests(state: "failed"): Iterable<{ fullName: string }> };
}): string[] {
  const tests = [...module.children.allTests("failed")].map(({ fullName }) => fullName);
  return [...module.errors().map(({ message }) => message), ...tests];
}
