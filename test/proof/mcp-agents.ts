/** 16 agents share 500 plans through 4 servers that are suspended at random: one holder per attempt, no orphaned step. */
import { AGENT_SIZES, proveAgents } from "./agents/agents-run.ts";
import { withServers } from "./support/mcp-server.ts";
import { localService } from "./support/service.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const SIZE = AGENT_SIZES[process.argv[2] === "short" ? "short" : "full"];

await withTemporaryCluster("agents", async (cluster) => {
  const { dataDirectory } = cluster;
  const isKept = await withServers({ count: SIZE.servers, dataDirectory }, (servers) =>
    proveAgents(localService(cluster, servers), SIZE),
  );
  if (!isKept) process.exitCode = 1;
});
