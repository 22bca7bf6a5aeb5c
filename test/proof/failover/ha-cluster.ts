import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@trovella/testing/programs/free-port";
import {
  findAccount,
  type OperatingSystemUser,
} from "../../../packages/db/src/embedded/operating-system-user.ts";
import { isPostmaster } from "../../../packages/db/src/embedded/postmaster.ts";
import { readDeployed } from "../../replicas/proxy-process.ts";
import { ClusterProcess, childrenOf, signal } from "./child-process.ts";
import type { HaPrograms } from "./programs.ts";

export const NODES = [1, 2, 3] as const;
export type NodeNumber = (typeof NODES)[number];

/** Groups that exist nowhere: the firewall knows a node by the group of its processes. */
const FIRST_GROUP = 16_440;
const TABLE = "trovella_failover";
const SUPERUSER_PASSWORD = "only-for-tests-super";
const SERVER_PASSWORD = "only-for-tests";
const READY_MS = 120_000;

export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

interface NodePorts {
  readonly postgres: number;
  readonly rest: number;
  readonly etcd: number;
  readonly etcdPeers: number;
}

interface ClusterOptions {
  readonly programs: HaPrograms;
  /** Without it, HAProxy leaves connections to a former primary open. */
  readonly hasShutdownSessions: boolean;
}

/** Three PostgreSQL servers under Patroni, with etcd and HAProxy, configured by the files in deploy/ha. */
export class HaCluster {
  readonly folder: string;
  private readonly options: ClusterOptions;
  private readonly ports: readonly NodePorts[];
  private readonly proxyPort: number;
  private readonly processes = new Map<string, ClusterProcess>();
  private readonly frozen: number[] = [];
  private readonly onExit = () => {
    this.endAtOnce();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };

  private constructor(options: ClusterOptions, ports: readonly NodePorts[], proxyPort: number) {
    this.options = options;
    this.ports = ports;
    this.proxyPort = proxyPort;
    this.folder = mkdtempSync(path.join(tmpdir(), "trovella-ha-"));
    chmodSync(this.folder, 0o755);
    process.once("exit", this.onExit);
  }

  static async start(options: ClusterOptions): Promise<HaCluster> {
    const ports: NodePorts[] = [];
    for (const _ of NODES) {
      ports.push({
        postgres: await freePort(),
        rest: await freePort(),
        etcd: await freePort(),
        etcdPeers: await freePort(),
      });
    }
    const cluster = new HaCluster(options, ports, await freePort());
    try {
      await cluster.startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Of the login of the servers, through HAProxy. */
  get url(): string {
    return this.urlOf("trovella_server", SERVER_PASSWORD);
  }

  /** Bypasses row-level security. */
  get asSuperuser(): string {
    return this.urlOf("postgres", SUPERUSER_PASSWORD);
  }

  async members(): Promise<readonly Member[]> {
    for (const node of NODES) {
      const reply = await this.ask(node, "/cluster");
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** The nodes that take themselves for the primary. */
  async primaries(): Promise<NodeNumber[]> {
    const found: NodeNumber[] = [];
    for (const node of NODES) if ((await this.ask(node, "/primary"))?.ok) found.push(node);
    return found;
  }

  /** The primary and its synchronous standby once all three are well; throws when that takes too long. */
  async untilHealthy(): Promise<{ readonly primary: NodeNumber; readonly standby: NodeNumber }> {
    const deadline = performance.now() + READY_MS;
    while (performance.now() < deadline) {
      const members = await this.members();
      const primary = members.find(({ role }) => role === "leader");
      const standby = members.find(({ role }) => role === "sync_standby");
      const isWell = members.every(
        ({ state, timeline }) =>
          ["running", "streaming"].includes(state) && timeline === primary?.timeline,
      );
      if (primary && standby && isWell && members.length === NODES.length) {
        return { primary: numberOf(primary), standby: numberOf(standby) };
      }
      await sleep(500);
    }
    throw new Error(`The cluster does not recover: ${JSON.stringify(await this.members())}`);
  }

  /** Waits for another primary; returns how long that took. */
  async untilReplaced(node: NodeNumber, limitMs: number): Promise<number> {
    const startedAt = performance.now();
    const others = NODES.filter((other) => other !== node);
    while (performance.now() - startedAt < limitMs) {
      const answers = await Promise.all(others.map((other) => this.ask(other, "/primary")));
      if (answers.some((answer) => answer?.ok)) return performance.now() - startedAt;
      await sleep(250);
    }
    return limitMs;
  }

  /** Ends PostgreSQL and Patroni of a node like a power failure. */
  async kill(node: NodeNumber): Promise<void> {
    const postmaster = this.postmasterOf(node);
    const patroni = this.processes.get(`patroni${node}`);
    const ended = patroni?.end("SIGKILL");
    if (postmaster !== null) signal(postmaster, "SIGKILL");
    await ended;
  }

  startNode(node: NodeNumber): void {
    const { patroni } = this.options.programs;
    const command = ["/usr/bin/python3", patroni, path.join(this.folder, `patroni${node}.yml`)];
    this.spawn(`patroni${node}`, command, { ...account("postgres"), groupId: FIRST_GROUP + node });
  }

  /** Stops all processes of a node, like a virtual machine that is paused. */
  freeze(node: NodeNumber): void {
    const stop = (pid: number) => {
      if (this.frozen.includes(pid)) return;
      this.frozen.push(pid);
      signal(pid, "SIGSTOP");
    };
    const postmaster = this.postmasterOf(node);
    const patroni = this.processes.get(`patroni${node}`);
    if (patroni?.isAlive) stop(patroni.pid);
    if (postmaster === null) return;
    stop(postmaster);
    // Twice: more may have been started before it stood still.
    for (const _ of [1, 2]) for (const child of childrenOf(postmaster)) stop(child);
  }

  resume(): void {
    for (const pid of this.frozen.splice(0).reverse()) signal(pid, "SIGCONT");
  }

  /** Drops everything from and to a node. */
  cut(node: NodeNumber): void {
    const { postgres, rest } = this.portsOf(node);
    const ports = `{ ${postgres}, ${rest} }`;
    this.nft(`table inet ${TABLE} {
      chain out {
        type filter hook output priority 0;
        meta skgid ${FIRST_GROUP + node} drop
        tcp sport ${ports} drop
        tcp dport ${ports} drop
      }
    }`);
  }

  reconnect(): void {
    spawnSync(this.options.programs.nft, ["delete", "table", "inet", TABLE]);
  }

  switchOver({ primary, standby }: { primary: NodeNumber; standby: NodeNumber }): void {
    execFileSync("/usr/bin/python3", [
      this.options.programs.patronictl,
      ...["-c", path.join(this.folder, "patroni1.yml"), "switchover", "trovella"],
      ...["--leader", `node${primary}`, "--candidate", `node${standby}`, "--force"],
    ]);
  }

  async killEtcd(node: NodeNumber): Promise<void> {
    await this.processes.get(`etcd${node}`)?.end("SIGKILL");
  }

  startEtcd(node: NodeNumber): void {
    const file = path.join(this.folder, `etcd${node}.yml`);
    this.spawn(`etcd${node}`, [this.options.programs.etcd, "--config-file", file], account("etcd"));
  }

  async stop(): Promise<void> {
    this.reconnect();
    this.resume();
    const ending = [...this.processes.entries()].filter(([name]) => name.startsWith("patroni"));
    // Patroni stops its PostgreSQL.
    await Promise.race([
      Promise.all(ending.map(([, running]) => running.end("SIGTERM"))),
      sleep(20_000, undefined, { ref: false }),
    ]);
    this.endAtOnce();
    process.off("exit", this.onExit);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private async startAll(): Promise<void> {
    for (const node of NODES) this.writeFiles(node);
    this.writeProxyFile();
    for (const node of NODES) this.startEtcd(node);
    await sleep(3_000);
    // The first one creates the database, which the others copy.
    this.startNode(1);
    await this.untilReplacedOrFail();
    this.startNode(2);
    this.startNode(3);
    const { haproxy } = this.options.programs;
    const file = path.join(this.folder, "haproxy.cfg");
    this.spawn("haproxy", [haproxy, "-db", "-f", file], account("haproxy"));
    await this.untilHealthy();
    await this.createDatabase();
  }

  private async untilReplacedOrFail(): Promise<void> {
    const deadline = performance.now() + READY_MS;
    while ((await this.primaries()).length === 0) {
      if (performance.now() > deadline) throw new Error(this.logOf("patroni1"));
      await sleep(500);
    }
  }

  private async createDatabase(): Promise<void> {
    const script = new URL("../../../deploy/postgres/init.sql", import.meta.url).pathname;
    const psql = path.join(this.options.programs.postgres, "psql");
    execFileSync(
      psql,
      ["-X", "-v", "ON_ERROR_STOP=1", "-f", script, this.asSuperuserIn("postgres")],
      {
        env: { TROVELLA_DATABASE_PASSWORD: SERVER_PASSWORD, PATH: "/usr/bin:/bin" },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
  }

  /** The files that people copy, with the addresses of this machine. */
  private writeFiles(node: NodeNumber): void {
    const home = path.join(this.folder, `node${node}`);
    mkdirSync(home);
    const postgres = account("postgres");
    chownSync(home, postgres.userId, postgres.groupId);
    const patroni = this.localized(readDeployed("ha/patroni.yml"), node)
      .replace("name: node1", `name: node${node}`)
      .replaceAll("/var/lib/postgresql/trovella", home)
      .replace(/bin_dir: .*/, `bin_dir: ${this.options.programs.postgres}`)
      .replace("CHANGE-ME-1", SUPERUSER_PASSWORD);
    writeFileSync(path.join(this.folder, `patroni${node}.yml`), patroni);
    const data = path.join(this.folder, `etcd${node}`);
    mkdirSync(data, { mode: 0o700 });
    const etcd = account("etcd");
    chownSync(data, etcd.userId, etcd.groupId);
    const text = this.localized(readDeployed("ha/etcd.yml"), node)
      .replace("name: etcd1", `name: etcd${node}`)
      .replace("/var/lib/etcd/trovella", data);
    writeFileSync(path.join(this.folder, `etcd${node}.yml`), text);
  }

  private writeProxyFile(): void {
    let text = readDeployed("ha/haproxy.cfg").replaceAll(
      "127.0.0.1:5000",
      `127.0.0.1:${this.proxyPort}`,
    );
    for (const node of NODES) {
      const { postgres, rest } = this.portsOf(node);
      text = text.replace(
        `10.0.0.2${node}:5432 check port 8008`,
        `127.0.0.1:${postgres} check port ${rest}`,
      );
    }
    if (!this.options.hasShutdownSessions) {
      text = text.replace(" on-marked-down shutdown-sessions", "");
    }
    writeFileSync(path.join(this.folder, "haproxy.cfg"), text);
  }

  /** Addresses on one machine: each node has ports of its own. Lists name all three nodes, other lines this one. */
  private localized(text: string, own: NodeNumber): string {
    const lines = text.split("\n").map((line) => {
      const isList = (line.match(/10\.0\.0\.2/g) ?? []).length > 1;
      return line.replace(/10\.0\.0\.2([123]):(\d+)/g, (_, digit: string, port: string) => {
        const ports = this.portsOf(isList ? (Number(digit) as NodeNumber) : own);
        return `127.0.0.1:${ports[PORT_NAMES[port] ?? "postgres"]}`;
      });
    });
    return lines.join("\n").replaceAll("10.0.0.0/24", "127.0.0.1/32");
  }

  private spawn(name: string, command: readonly string[], user: OperatingSystemUser): void {
    const { userId: uid, groupId: gid } = user;
    const [program = "", ...options] = command;
    const log = path.join(this.folder, `${name}.log`);
    writeFileSync(log, "", { flag: "a" });
    this.processes.set(
      name,
      new ClusterProcess([program, ...options], { name, folder: this.folder, uid, gid }),
    );
  }

  private portsOf(node: NodeNumber): NodePorts {
    const ports = this.ports[node - 1];
    if (!ports) throw new Error(`There is no node ${node}.`);
    return ports;
  }

  private ask(node: NodeNumber, page: string): Promise<Response | null> {
    const url = `http://127.0.0.1:${this.portsOf(node).rest}${page}`;
    return fetch(url, { signal: AbortSignal.timeout(1_500) }).catch(() => null);
  }

  private urlOf(user: string, password: string, database = "trovella"): string {
    return `postgresql://${user}:${password}@127.0.0.1:${this.proxyPort}/${database}`;
  }

  private asSuperuserIn(database: string): string {
    return this.urlOf("postgres", SUPERUSER_PASSWORD, database);
  }

  private nft(rules: string): void {
    execFileSync(this.options.programs.nft, ["-f", "-"], { input: rules });
  }

  private postmasterOf(node: NodeNumber): number | null {
    try {
      const data = path.join(this.folder, `node${node}`, "pg");
      const pid = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      return isPostmaster(pid, data) ? pid : null;
    } catch {
      return null;
    }
  }

  private logOf(name: string): string {
    return readFileSync(path.join(this.folder, `${name}.log`), "utf8").slice(-2_000);
  }

  /** Also when this process ends by a failure: nothing stays behind, the firewall least of all. */
  private endAtOnce(): void {
    this.reconnect();
    this.resume();
    for (const running of this.processes.values())
      if (running.isAlive) signal(running.pid, "SIGKILL");
    for (const node of NODES) {
      const postmaster = this.postmasterOf(node);
      if (postmaster !== null) signal(postmaster, "SIGKILL");
    }
  }
}

const PORT_NAMES: Readonly<Record<string, keyof NodePorts>> = {
  "5432": "postgres",
  "8008": "rest",
  "2379": "etcd",
  "2380": "etcdPeers",
};

function numberOf({ name }: Member): NodeNumber {
  return Number(name.slice(-1)) as NodeNumber;
}

function account(name: string): OperatingSystemUser {
  const found = findAccount(readFileSync("/etc/passwd", "utf8"), name);
  if (!found) throw new Error(`This system has no user ${name}.`);
  return found;
}
