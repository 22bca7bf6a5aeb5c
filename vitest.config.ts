import { defineConfig } from "vitest/config";

const fast = {
  include: [
    "packages/*/src/**/*.test.ts",
    "apps/*/src/**/*.test.ts",
    "scripts/*.test.ts",
    "test/*.test.ts",
    "test/{skills,plugins}/*.test.ts",
  ],
  exclude: ["**/*.int.test.ts"],
};

export default defineConfig({
  test: {
    // Most tests wait for something: two at a time keep even two cores busy.
    maxWorkers: 2,
    projects: [
      { test: { name: "fast", ...fast } },
      {
        test: {
          name: "integration",
          include: ["packages/*/src/**/*.int.test.ts", "test/skills/*.int.test.ts"],
          globalSetup: ["test/database-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/console-setup.ts", "test/e2e/data-directory.ts"],
          // They share a data directory, and some of them look at all of it.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/console-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
