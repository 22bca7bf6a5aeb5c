/** 10,000 changes of sealed records are all found, 10,000 untouched histories raise no alarm, and an export of 10,000 events verifies in under a second. */
import { runTampering } from "@trovella/testing/audit/tampering-run";
import { measureVerifier } from "./support/measure-verifier.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const COUNT = Number(process.argv[2] ?? 10_000);

await withTemporaryCluster("tampering", async ({ socketDirectory }) => {
  const result = await runTampering(socketDirectory, { histories: COUNT, changes: COUNT });
  console.log(
    `${result.histories} untouched histories with ${result.events} events: ${result.alarms.length} alarms`,
  );
  console.log(
    `${result.changes} changes of ${result.kinds} kinds: ${result.changes - result.missed.length} found`,
  );
  for (const line of [...result.alarms, ...result.missed].slice(0, 20)) console.log(`  ${line}`);
  const { events, milliseconds, output } = await measureVerifier(socketDirectory, COUNT);
  console.log(`verify.mjs, ${events} events in an empty folder: ${milliseconds} ms\n  ${output}`);
  const isFast = milliseconds < 1_000 && output.startsWith("VALID");
  if (result.alarms.length + result.missed.length > 0 || !isFast) process.exitCode = 1;
});
