import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FixtureServer, startFixtureServer } from "../conformance/fixture-server.ts";
import { installSuite } from "../conformance/install-suite.ts";
import { runSuite, type Scenario } from "../conformance/run-suite.ts";

const EXPECTED_FAILURES = fileURLToPath(
  new URL("../conformance/expected-failures-2025-11-25.yml", import.meta.url),
);

/** Scenarios with server-to-client requests during a call, which 2025 allows only in sessions. */
const NEED_A_SESSION = [
  "elicitation-sep1034-defaults",
  "elicitation-sep1330-enums",
  "tools-call-elicitation",
  "tools-call-sampling",
];

const installed = installSuite();
const mayBeSkipped = "obstacle" in installed && process.env.CI !== "true";
const title = `the official conformance suite${"obstacle" in installed ? ` (${installed.obstacle})` : ""}`;

describe.skipIf(mayBeSkipped)(title, () => {
  let server: FixtureServer;

  beforeEach(async () => {
    server = await startFixtureServer();
  });
  afterEach(() => server.close());

  it("is passed for the revision 2026-07-28", async () => {
    const { exitCode, scenarios, output } = await runSuite({
      url: server.url,
      revision: "2026-07-28",
    });
    const required = scenarios.filter(({ isRequired }) => isRequired);
    report("2026-07-28", scenarios);

    expect(required).toHaveLength(37);
    expect(namesOf(required.filter(hasFailed)), output).toEqual([]);
    expect(namesOf(required.filter(ranNoChecks))).toEqual([]);
    expect(exitCode).toBe(0);
    expect(
      namesOf(scenarios.filter((scenario) => !scenario.isRequired && hasPassed(scenario))),
    ).toEqual(["http-header-validation", "json-schema-2020-12"]);
    expectBothRoutes();
  });

  it("is passed for the revision 2025-11-25 except for scenarios that need a session", async () => {
    const { exitCode, scenarios, output } = await runSuite({
      url: server.url,
      revision: "2025-11-25",
      expectedFailures: EXPECTED_FAILURES,
    });
    const required = scenarios.filter(({ isRequired }) => isRequired);
    report("2025-11-25", scenarios);

    expect(required).toHaveLength(30);
    expect(namesOf(required.filter(hasFailed)), output).toEqual(NEED_A_SESSION);
    expect(required.filter((scenario) => !hasFailed(scenario))).toHaveLength(26);
    expect(namesOf(required.filter(ranNoChecks))).toEqual(["server-sse-multiple-streams"]);
    expect(exitCode, output).toBe(0);
    expectBothRoutes();
  });

  /** The suite must have used the product's own route, without internal errors. */
  function expectBothRoutes(): void {
    console.log(`Requests served: ${server.made.fast} directly, ${server.made.stock} by the SDK.`);
    expect(server.made.fast).toBeGreaterThan(30);
    expect(server.errors).toEqual([]);
  }
});

function hasFailed({ failedChecks }: Scenario): boolean {
  return failedChecks > 0;
}

function ranNoChecks({ passedChecks, failedChecks }: Scenario): boolean {
  return passedChecks + failedChecks === 0;
}

function hasPassed(scenario: Scenario): boolean {
  return !hasFailed(scenario) && !ranNoChecks(scenario);
}

function namesOf(scenarios: readonly Scenario[]): string[] {
  return scenarios.map(({ name }) => name).sort();
}

function report(revision: string, scenarios: readonly Scenario[]): void {
  const required = scenarios.filter(({ isRequired }) => isRequired);
  const passed = required.filter((scenario) => !hasFailed(scenario));
  console.log(
    `Conformance ${revision}: ${passed.length} of ${required.length} required scenarios pass; ` +
      `without any check: ${namesOf(scenarios.filter(ranNoChecks)).join(", ") || "none"}; ` +
      `failed, not required: ${namesOf(scenarios.filter((one) => !one.isRequired && hasFailed(one))).join(", ") || "none"}.`,
  );
}
