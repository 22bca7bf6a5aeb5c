import {
  findOrInstall,
  findProgram,
  isExecutable,
} from "@trovella/testing/programs/find-or-install";

/** The proxies around several servers. */
export interface ProxyPrograms {
  readonly nginx: string;
  readonly pgbouncer: string;
}

export async function findProxies(): Promise<{ proxies: ProxyPrograms | null; reason: string }> {
  const packages = ["nginx", "pgbouncer"];
  const { programs, reason } = await findOrInstall({
    name: "nginx or PgBouncer",
    packages,
    lookUp,
  });
  return { proxies: programs, reason };
}

function lookUp(): ProxyPrograms | null {
  const nginx = find("nginx");
  const pgbouncer = find("pgbouncer");
  return nginx && pgbouncer ? { nginx, pgbouncer } : null;
}

/** Debian installs administrators' programs outside the usual PATH. */
function find(name: string): string | null {
  const file = `/usr/sbin/${name}`;
  return findProgram(name) ?? (isExecutable(file) ? file : null);
}
