import type { ClientBase } from "pg";

/** Refuses a connection that leads to a standby: it would stay in the pool and fail every write. */
export async function refuseStandby(client: ClientBase): Promise<void> {
  if (!(await isStandby(client))) return;
  throw Object.assign(new Error("The connection leads to a standby."), { code: "25006" });
}

export async function isStandby(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT pg_is_in_recovery() AS standby");
  return rows[0]?.standby === true;
}
