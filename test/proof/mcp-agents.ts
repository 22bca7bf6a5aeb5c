/** 16 agents share 500 plans through 4 servers that stand still at random: one holder per attempt, no step orphaned. */
import { AGENT_SIZES, proveAgents } from "./parts/mcp-agents-run.ts";
import { withServers } from "./parts/mcp-server.ts";
import { localService } from "./parts/service.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

const SIZE = AGENT_SIZES[process.argv[2] === "short" ? "short" : "full"];

await withTemporaryCluster("agents", async (cluster) => {
  const { dataDirectory } = cluster;
  const isKept = await withServers({ count: SIZE.servers, dataDirectory }, (servers) =>
    proveAgents(localService(cluster, servers), SIZE),
  );
  if (!isKept) process.exitCode = 1;
});
