import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findOrInstall, isExecutable } from "@trovella/testing/programs/find-or-install";

/** A PostgreSQL cluster that elects its primary, and what cuts it apart. */
export interface HaPrograms {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly nft: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

const PACKAGES = [
  ...["postgresql", "patroni", "etcd-server", "etcd-client", "haproxy", "nftables"],
  // Patroni only recommends what it speaks to etcd and PostgreSQL with.
  ...["python3-etcd", "python3-psycopg2"],
];
const POSTGRES = "/usr/lib/postgresql";

export async function findHaPrograms(): Promise<HaPrograms> {
  const name = "Patroni, etcd, HAProxy, nftables or PostgreSQL";
  const { programs, reason } = await findOrInstall({ name, packages: PACKAGES, lookUp });
  if (!programs) throw new Error(reason);
  return programs;
}

function lookUp(): HaPrograms | null {
  const postgres = postgresPrograms();
  const programs = {
    patroni: "/usr/bin/patroni",
    patronictl: "/usr/bin/patronictl",
    etcd: "/usr/bin/etcd",
    haproxy: "/usr/sbin/haproxy",
    nft: "/usr/sbin/nft",
  };
  const isComplete = Object.values(programs).every(isExecutable);
  const hasLibraries = existsSync("/usr/lib/python3/dist-packages/etcd");
  return isComplete && hasLibraries && postgres ? { ...programs, postgres } : null;
}

/** Of the newest version. */
function postgresPrograms(): string | null {
  if (!existsSync(POSTGRES)) return null;
  const [newest] = readdirSync(POSTGRES)
    .filter((version) => isExecutable(path.join(POSTGRES, version, "bin", "psql")))
    .sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? null : path.join(POSTGRES, newest, "bin");
}
