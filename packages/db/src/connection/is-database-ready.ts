import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "./database.ts";
import { withIdentityClient } from "./identity-client.ts";
import { isStandby } from "./standby.ts";

const READY_TIMEOUT_MS = 3_000;

/** Checks in flight: concurrent callers share one, and one connection. */
const asked = new WeakMap<Database, Promise<boolean>>();

/** Whether the database answers a trivial query within the timeout, and is no standby. */
export function isDatabaseReady(database: Database): Promise<boolean> {
  let answer = asked.get(database);
  if (!answer) {
    answer = ask(database).finally(() => asked.delete(database));
    asked.set(database, answer);
  }
  return answer;
}

async function ask(database: Database): Promise<boolean> {
  const limit = new AbortController();
  const isPatient = false;
  const answered = withIdentityClient(database, isStandby, { isPatient }).then(
    (isReadOnly) => !isReadOnly,
    () => false,
  );
  const late = delay(READY_TIMEOUT_MS, false, { signal: limit.signal }).catch(() => false);
  return Promise.race([answered, late]).finally(() => limit.abort());
}
