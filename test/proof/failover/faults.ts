import { setTimeout as sleep } from "node:timers/promises";
import { type HaCluster, NODES, type NodeNumber } from "./ha-cluster.ts";

export const FAULTS = ["switchover", "etcd", "kill", "freeze", "cut"] as const;
export type Fault = (typeof FAULTS)[number];

/** Longer than the lease of the primary, so that another one is elected meanwhile. */
const HOLD_MS = 40_000;
const ETCD_MS = 12_000;

interface Roles {
  readonly primary: NodeNumber;
  readonly standby: NodeNumber;
}

/** Brings a fault about and repairs it; returns after how long there was another primary, if there had to be one. */
export async function bringAbout(
  cluster: HaCluster,
  fault: Fault,
  { roles, run }: { readonly roles: Roles; readonly run: number },
): Promise<number | null> {
  const { primary } = roles;
  switch (fault) {
    case "switchover":
      cluster.switchOver(roles);
      return null;
    case "etcd": {
      const node = NODES[run % NODES.length] ?? 1;
      await cluster.killEtcd(node);
      await sleep(ETCD_MS);
      cluster.startEtcd(node);
      return null;
    }
    case "kill": {
      await cluster.kill(primary);
      const replacedMs = await cluster.untilReplaced(primary, HOLD_MS);
      await sleep(4_000);
      cluster.startNode(primary);
      return replacedMs;
    }
    case "freeze":
    case "cut": {
      if (fault === "freeze") cluster.freeze(primary);
      else cluster.cut(primary);
      const replacedMs = await cluster.untilReplaced(primary, HOLD_MS);
      await sleep(HOLD_MS - replacedMs);
      if (fault === "freeze") cluster.resume();
      else cluster.reconnect();
      return replacedMs;
    }
  }
}
