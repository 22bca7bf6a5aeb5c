import { defineConfig } from "vitest/config";

const fast = {
  include: [
    "packages/*/src/**/*.test.ts",
    "apps/*/src/**/*.test.ts",
    "scripts/*.test.ts",
    "test/*.test.ts",
  ],
  exclude: ["**/*.int.test.ts"],
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "fast", ...fast } },
      {
        test: {
          name: "integration",
          include: ["packages/*/src/**/*.int.test.ts"],
          globalSetup: ["test/database-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/data-directory.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
