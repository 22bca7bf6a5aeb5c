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
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
