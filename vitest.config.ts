import { defineConfig } from "vitest/config";

// Half the time of short tests went into loading the same modules for every file, so files share them
// (`isolate: false`): a test puts back whatever it changes outside of itself.

const fast = {
  include: [
    "packages/*/src/**/*.test.ts",
    "apps/*/src/**/*.test.ts",
    "scripts/**/*.test.ts",
    "test/*.test.ts",
    "test/{skills,plugins,clients,proof}/**/*.test.ts",
  ],
  exclude: ["**/*.int.test.ts"],
  // Against tests that hang, not slow machines.
  testTimeout: 60_000,
  isolate: false,
};

const MCP_TESTS = "test/e2e/{mcp-*,*-matrix,*-proofs,conformance}.test.ts";

export default defineConfig({
  test: {
    // Most tests wait for something: two at a time keep even two cores busy.
    maxWorkers: 2,
    projects: [
      { test: { name: "fast", ...fast } },
      {
        test: {
          name: "integration",
          include: ["{packages,apps}/*/src/**/*.int.test.ts", "test/{skills,golden}/*.int.test.ts"],
          globalSetup: ["packages/testing/src/database/database-setup.ts"],
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      // Two halves that take about as long as each other.
      endToEnd("e2e-commands", { exclude: [MCP_TESTS] }),
      endToEnd("e2e-mcp", { include: [MCP_TESTS] }),
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["packages/testing/src/programs/build-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});

/** Each with a data directory of its own, whose files come one after the other: some look at all of it. */
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
      fileParallelism: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
}
