import { expect, it } from "vitest";
import { installedDirectory } from "./binaries.ts";

it.each([
  { platform: "win32", architecture: "x64" },
  { platform: "linux", architecture: "riscv64" },
])(
  "says that there is no embedded PostgreSQL for $platform-$architecture, and what to do",
  (system) => {
    expect(() => installedDirectory(system)).toThrow(
      /no embedded PostgreSQL.*Next: set DATABASE_URL/,
    );
  },
);
