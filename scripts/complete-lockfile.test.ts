import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";

type Packages = Record<string, { dev?: boolean; optionalDependencies?: Record<string, string> }>;

const {
  findOmitted,
  LOCKFILES,
}: {
  findOmitted(packages: Packages): Packages;
  LOCKFILES: readonly string[];
} = createRequire(import.meta.url)("./complete-lockfile.cjs");

describe.each(LOCKFILES)("%s", (name) => {
  const lockfile = readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

  it("has every package for other platforms (else run node scripts/complete-lockfile.cjs)", () => {
    expect(findOmitted(JSON.parse(lockfile).packages)).toEqual({});
  });

  it("names no registry, so that it installs from any", () => {
    expect(lockfile).not.toContain("://registry");
    expect(lockfile).not.toContain('"resolved": "http');
  });
});

describe("completing a lockfile", () => {
  it("adds missing optional dependencies, with the platform that their name implies", () => {
    const packages = {
      "node_modules/native": {
        dev: true,
        optionalDependencies: {
          "@native/linux-arm-musleabihf": "1.2.3",
          "@native/win32-x64-msvc": "1.2.3",
          "@native/locked": "1.2.3",
          anything: "^1.0.0",
        },
      },
      "node_modules/@native/locked": {},
    };
    expect(findOmitted(packages)).toEqual({
      "node_modules/@native/linux-arm-musleabihf": {
        version: "1.2.3",
        os: ["linux"],
        cpu: ["arm"],
        libc: ["musl"],
        dev: true,
        optional: true,
      },
      "node_modules/@native/win32-x64-msvc": {
        version: "1.2.3",
        os: ["win32"],
        cpu: ["x64"],
        dev: true,
        optional: true,
      },
    });
  });
});
