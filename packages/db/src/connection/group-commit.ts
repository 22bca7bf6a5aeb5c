import type { PoolClient } from "pg";
import { type BatchResult, sendBatch } from "./batch.ts";
import { isConnectionLost } from "./database-failure.ts";
import { defineStatement, type Execution, execution } from "./statement.ts";
import { COMMIT, ROLLBACK, requireCommitted } from "./transaction.ts";

/**
 * Writes that are a whole transaction and check by themselves whether the plan is the one that was decided on: whether they
 * find it or not, the transaction is committed.
 */
export interface WholeTransaction {
  readonly client: PoolClient;
  /** BEGIN, role, tenant and timeouts; the same for all transactions of an organization. */
  readonly opening: readonly Execution[];
  readonly writes: readonly Execution[];
  /** Groups lock plans in the order of their ids, which avoids deadlocks. */
  readonly planId: string;
}

interface Waiting extends WholeTransaction {
  readonly resolve: (results: readonly BatchResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** The transactions of one organization. */
interface Lane {
  underWay: number;
  waiting: Waiting[];
  timer: NodeJS.Timeout | undefined;
}

/** While one waits for the disk, another is executed. */
const MAX_UNDER_WAY = 2;
/** Nobody waits longer for transactions under way, of which one may stand at a lock. */
const MAX_WAIT_MS = 20;

/** A plan that somebody has locked must not hold up the writes to others. */
const WAIT_BRIEFLY = defineStatement("SELECT set_config('lock_timeout', '100', true)");

/**
 * Group commit: transactions that arrive while two of their organization are under way wait for one of them, and are then
 * sent as one. Under load that saves round trips and commits; a transaction that meets no others goes at once.
 */
export class GroupCommit {
  private readonly lanes = new Map<string, Lane>();

  /** The results of the writes, once they are committed. */
  run(organizationId: string, transaction: WholeTransaction): Promise<readonly BatchResult[]> {
    const lane = this.laneOf(organizationId);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ ...transaction, resolve, reject });
      if (lane.underWay < MAX_UNDER_WAY) this.start(organizationId, lane);
      else lane.timer ??= setTimeout(() => this.start(organizationId, lane), MAX_WAIT_MS);
    });
  }

  private laneOf(organizationId: string): Lane {
    const known = this.lanes.get(organizationId);
    if (known) return known;
    const lane: Lane = { underWay: 0, waiting: [], timer: undefined };
    this.lanes.set(organizationId, lane);
    return lane;
  }

  private start(organizationId: string, lane: Lane): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    const group = lane.waiting;
    lane.waiting = [];
    lane.underWay += 1;
    void commitGroup(group).finally(() => {
      lane.underWay -= 1;
      if (lane.waiting.length === 0) {
        if (lane.underWay === 0) this.lanes.delete(organizationId);
      } else if (lane.underWay < MAX_UNDER_WAY) {
        this.start(organizationId, lane);
      }
    });
  }
}

/** Settles every transaction of the group. */
async function commitGroup(group: readonly Waiting[]): Promise<void> {
  const [first, ...others] = group.toSorted((one, other) => compare(one.planId, other.planId));
  if (!first) return;
  if (others.length === 0) return commitAlone(first);
  const all = [first, ...others];
  try {
    const opening = [...first.opening, execution(WAIT_BRIEFLY)];
    const writes = all.flatMap((one) => one.writes);
    const results = await commit(first.client, { opening, writes });
    let from = 0;
    for (const { writes, resolve } of all) {
      resolve(results.slice(from, from + writes.length));
      from += writes.length;
    }
  } catch (error) {
    // Whether it was committed is unknown, as it would be for each alone.
    if (isConnectionLost(error)) {
      for (const { reject } of all) reject(error);
      return;
    }
    // One of them failed or had to wait, and nothing was committed.
    void sendBatch(first.client, [execution(ROLLBACK)]).catch(() => undefined);
    for (const one of all) void commitAlone(one);
  }
}

async function commitAlone({ client, opening, writes, resolve, reject }: Waiting): Promise<void> {
  await commit(client, { opening, writes }).then(resolve, reject);
}

async function commit(
  client: PoolClient,
  { opening, writes }: Pick<WholeTransaction, "opening" | "writes">,
): Promise<readonly BatchResult[]> {
  const results = await sendBatch(client, [...opening, ...writes, execution(COMMIT)]);
  requireCommitted(client, results.at(-1));
  return results.slice(opening.length, -1);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
