import path from "node:path";
import { inject } from "vitest";

/** The data directory of this worker, whose test files run one after the other: some look at all of it. */
export function testDirectory(): string {
  return path.join(inject("dataDirectories"), process.env.VITEST_POOL_ID ?? "1");
}
