import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ATTACKS, storedBytes } from "./hostile/attacks.ts";
import { MIN_TURNS, type ProbeReport, probe } from "./hostile/probe.ts";
import { startTwoOrganizations } from "./hostile/two-organizations.ts";
import { testDirectory } from "./support/test-directory.ts";

// `npm run proof -- hostile-tenant` is the long form, which also compares times.

const isProof = process.env.TROVELLA_PROOF === "hostile-tenant";
const DURATION_MS = isProof ? 20_000 : 1_500;
const WARM_UP_MS = isProof ? 5_000 : 1;
const MAX_RATIO = 3;
const MAX_BYTES_PER_BYTE = 12;
if (isProof) vi.setConfig({ testTimeout: 60 * 60_000 });

/** What attackers may get; anything else would be a crash or a missing limit. */
const EXPECTED: Readonly<Record<keyof typeof ATTACKS, readonly string[]>> = {
  storing: ["ok", "RATE_LIMITED", "429"],
  schemas: ["INVALID_INPUT", "RATE_LIMITED", "429"],
  streams: ["ok", "429"],
  batches: ["ok", "400", "429"],
};

let setup: Awaited<ReturnType<typeof startTwoOrganizations>>;
beforeAll(async () => {
  setup = await startTwoOrganizations(path.join(testDirectory(), "run"));
  // The first calls load code and start threads.
  await probe(setup.senders, WARM_UP_MS);
});
afterAll(() => setup.team.stop());

describe("an organization that is hostile by", () => {
  it.each(Object.keys(ATTACKS) as (keyof typeof ATTACKS)[])(
    "%s takes nothing from the other one",
    async (name) => {
      const { senders, hostile, databaseBytes } = setup;
      // Before each attack, since the machine's own speed varies.
      const quiet = isProof ? await probe(senders, DURATION_MS) : null;
      const bytesBefore = await databaseBytes();
      const end = new AbortController();
      const startedMs = performance.now();
      const attacking = ATTACKS[name]({
        ...hostile,
        signal: end.signal,
        // Their last schemas would be waited for up to half a minute.
        isAbrupt: !isProof && name === "schemas",
      });
      const attacked = await probe(senders, DURATION_MS);
      end.abort();
      const tally = await attacking;
      console.log(`${name}: ${show(attacked)}; the attackers got ${tally}`);
      expect(attacked.errors).toEqual([]);
      expect(attacked.calls).toBeGreaterThanOrEqual(MIN_TURNS * senders.length);
      expect(EXPECTED[name]).toEqual(expect.arrayContaining([...tally.counts.keys()]));
      if (name === "streams") expect(tally.counts.get("ok")).toBe(20 * hostile.tokens.length);
      if (name === "batches") {
        // Each is 20 calls, of which a token has 600 a minute.
        const minutes = (performance.now() - startedMs) / 60_000;
        const maxCalls = hostile.tokens.length * 600 * (1 + minutes);
        expect(20 * (tally.counts.get("ok") ?? 0)).toBeLessThanOrEqual(maxCalls);
        // Arrays are refused, whatever the limit.
        expect(tally.counts.get("400") ?? 0).toBeGreaterThan(0);
      }
      if (name === "storing") {
        const perByte = ((await databaseBytes()) - bytesBefore) / storedBytes;
        console.log(
          `${(storedBytes / 1e6).toFixed(1)} MB of text were stored; the database grew by ${perByte.toFixed(1)} bytes per byte (goal ≤ ${MAX_BYTES_PER_BYTE})`,
        );
        expect(perByte).toBeLessThanOrEqual(MAX_BYTES_PER_BYTE);
      }
      if (!quiet) return;
      const ratio = attacked.p95Ms / quiet.p95Ms;
      console.log(`quiet: ${show(quiet)}; p95 ${ratio.toFixed(2)} times (goal ≤ ${MAX_RATIO})`);
      expect(quiet.errors).toEqual([]);
      expect(ratio).toBeLessThanOrEqual(MAX_RATIO);
    },
  );
});

function show({ calls, errors, p50Ms, p95Ms, slowestMs }: ProbeReport): string {
  const times = [p50Ms, p95Ms, slowestMs].map((ms) => ms.toFixed(0)).join("/");
  return `${calls} calls, ${errors.length} errors, p50/p95/max ${times} ms`;
}
