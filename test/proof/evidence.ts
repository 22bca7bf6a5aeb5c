/** 500 claims about a web site on this computer become what their making calls for, and 200 URLs of addresses that are not public are not requested. */
import { proveEvidence } from "./evidence/prove-evidence.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const CLAIMS = Number(process.argv[2] ?? 500);
const ATTEMPTS = Number(process.argv[3] ?? 200);

await withTemporaryCluster("evidence", async ({ dataDirectory }) => {
  const sizes = { claims: CLAIMS, attempts: ATTEMPTS, isPatient: true };
  const { lines, isKept } = await proveEvidence({ dataDirectory, ...sizes });
  console.log(lines.join("\n"));
  if (!isKept) process.exitCode = 1;
});
