import { once } from "node:events";
import type { Socket } from "node:net";
import { serverStateAfter, withAdminClient } from "./admin-client.ts";
import type { ClusterPaths } from "./cluster-paths.ts";

/** The advisory lock, in the database postgres, of the one session that watches for idleness (watchdog). */
export const IDLE_STOP_LOCK = 4737;

const TICKS = 6;
const MIN_TICK_MS = 300;

/**
 * Makes PostgreSQL stop itself when it is idle, without another process: a session that stays behind watches from
 * inside, independently of the process that opened it.
 */
export async function startIdleStop(paths: ClusterPaths, idleStopMs: number): Promise<void> {
  try {
    await withAdminClient(paths, async (client, socket) => {
      // The watcher runs for as long as the server, so no statement timeout may end it.
      await client.query("set statement_timeout = 0; set application_name = 'trovella idle stop'");
      await Promise.race([client.query(watcher(idleStopMs)), leave(socket)]);
    });
  } catch (error) {
    // It stopped or crashed meanwhile; the next start also starts the watcher.
    if (!serverStateAfter(error)) throw error;
  }
}

export function ticksOf(idleStopMs: number): { tickMs: number; ticks: number } {
  const tickMs = Math.max(MIN_TICK_MS, Math.round(idleStopMs / TICKS));
  return { tickMs, ticks: Math.max(1, Math.ceil(idleStopMs / tickMs)) };
}

/** Flushes and closes the socket; the session notices only when its statement ends. */
async function leave(socket: Socket): Promise<void> {
  socket.end();
  if (!socket.writableFinished) await once(socket, "finish");
}

/**
 * The number of sessions ever opened reveals a client that came and went between two ticks. SIGINT requests a fast
 * shutdown; the process id is on the first line of postmaster.pid.
 */
function watcher(idleStopMs: number): string {
  const { tickMs, ticks } = ticksOf(idleStopMs);
  return `
do $watcher$
declare
  idle_ticks integer := 0;
  clients bigint;
  sessions_now bigint;
  sessions_before bigint := -1;
begin
  if not pg_try_advisory_lock(${IDLE_STOP_LOCK}) then return; end if;
  loop
    perform pg_sleep(${tickMs / 1000});
    perform pg_stat_clear_snapshot();
    select count(*) into clients from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid();
    select sum(sessions) into sessions_now from pg_stat_database;
    commit;
    if clients > 0 or sessions_now <> sessions_before then idle_ticks := 0;
    else idle_ticks := idle_ticks + 1;
    end if;
    sessions_before := sessions_now;
    exit when idle_ticks >= ${ticks};
  end loop;
  copy (select 1) to program 'read -r pid < postmaster.pid && kill -INT "$pid"';
end $watcher$`;
}
