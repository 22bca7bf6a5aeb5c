import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Half the time of short tests went into loading the same modules for every file, so files share them
// (`isolate: false`): a test puts back whatever it changes outside of itself.

/** They render whole documents, which takes as long as all other fast tests together. */
const DOCUMENTS = "packages/deliverables/src/**/render*.test.ts";

const fast = {
  include: [
    "packages/*/src/**/*.test.ts",
    "apps/*/src/**/*.test.ts",
    "scripts/**/*.test.ts",
    "test/*.test.ts",
    "test/{skills,plugins,clients,proof}/**/*.test.ts",
  ],
  exclude: ["**/*.int.test.ts", DOCUMENTS],
  // Against tests that hang, not slow machines.
  testTimeout: 60_000,
  isolate: false,
  // As many as cores: these tests compute.
  maxWorkers: 2,
};

/** These compute or let a browser and PostgreSQL compute, beside the end-to-end tests of `npm test`. */
const slow = { isolate: false, maxWorkers: 2, sequence: { groupOrder: 1 } };
/** Those wait for processes more than half of the time. */
const END_TO_END_WORKERS = 3;
const SLOW_PROJECTS = ["e2e-mcp", "e2e-commands", "browser", "documents", "integration"];
/** Short files that take a minute or more: begun last, one of them would keep a single worker busy at the end. */
const LONG_FILES =
  /\/(mcp-walkthrough|mcp-proofs-\w+|tenant-matrix|plan-proofs|plan\.property)\.test\.ts$/;

/**
 * One project after the other, since a worker keeps its modules within one, and the one with the shortest files last, so
 * that all workers end at about the same time. Within a project Vitest begins with the files that took longest, or with
 * the largest where it does not know.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => SLOW_PROJECTS.indexOf(project.name);
    const sorted = await super.sort(files);
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONG_FILES.test(moduleId));
    return sorted.toSorted(
      (one, other) => place(one) - place(other) || isShort(one) - isShort(other),
    );
  }
}

const MCP_TESTS = "test/e2e/{mcp-*,*-matrix,*-proofs,conformance}.test.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject },
    projects: [
      { test: { name: "fast", ...fast } },
      { test: { name: "documents", include: [DOCUMENTS], testTimeout: 120_000, ...slow } },
      {
        test: {
          name: "integration",
          include: ["{packages,apps}/*/src/**/*.int.test.ts", "test/{skills,golden}/*.int.test.ts"],
          globalSetup: ["packages/testing/src/database/database-setup.ts"],
          ...slow,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      endToEnd("e2e-commands", { exclude: [MCP_TESTS] }),
      endToEnd("e2e-mcp", { include: [MCP_TESTS] }),
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: [
            "packages/testing/src/programs/build-setup.ts",
            "packages/testing/src/database/data-template.ts",
          ],
          ...slow,
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

/** Each worker has a data directory of its own. */
function endToEnd(
  name: string,
  { include = ["test/e2e/**/*.test.ts"], exclude = [] }: { include?: string[]; exclude?: string[] },
) {
  return {
    test: {
      name,
      include,
      exclude,
      globalSetup: [
        "packages/testing/src/programs/build-setup.ts",
        "test/e2e/support/data-directory.ts",
      ],
      setupFiles: ["test/e2e/support/prepare-directory.ts"],
      ...slow,
      maxWorkers: END_TO_END_WORKERS,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
}
