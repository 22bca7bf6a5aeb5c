/** 4 clients of one user go by the same agent name in 200 plans: no two of them get the same lease. */
import { runHolders } from "./holders/holders-run.ts";
import { withServers } from "./support/mcp-server.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 200);

await withTemporaryCluster("holders", async ({ dataDirectory }) => {
  const counts = await withServers({ count: 2, dataDirectory }, (servers) =>
    runHolders({ servers, dataDirectory, plans: PLANS }),
  );
  console.log(
    `${PLANS} plans, 4 clients with the same agent name: ${counts.leases} leases, ${counts.shared} shared, ` +
      `${counts.returned} given back to their holder, ${counts.wrong} not as its session allows`,
  );
  if (counts.shared > 0 || counts.wrong > 0 || counts.leases !== 5 * PLANS) process.exitCode = 1;
});
