import { readFileSync } from "node:fs";
import path from "node:path";
import type { OperatingSystemUser } from "../../packages/db/src/embedded/operating-system-user.ts";
import {
  folderFor,
  type ProxyProcess,
  readDeployed,
  startProxy,
  writeAs,
} from "./proxy-process.ts";

interface NginxSettings {
  readonly program: string;
  readonly user: OperatingSystemUser;
  readonly port: number;
  readonly replicaPorts: readonly number[];
}

/** How long nginx leaves a server alone that it could not reach. */
export const LEFT_ALONE_SECONDS = 1;

export interface Nginx extends ProxyProcess {
  /** All that it logged, about requests and errors. */
  logs(): string;
}

const LOGS = ["access.log", "error.log"];

/** Starts nginx in front of these servers, configured by deploy/nginx.conf.template. */
export async function startNginx(settings: NginxSettings): Promise<Nginx> {
  const { program, user, port } = settings;
  const folder = folderFor(user, "nginx");
  const file = path.join(folder, "nginx.conf");
  writeAs(user, file, mainFile(folder, siteFile(settings)));
  for (const log of LOGS) writeAs(user, path.join(folder, log), "");
  // Without this nginx warns that it cannot open its default log, before it reads the file.
  const command = [program, "-e", "stderr", "-p", folder, "-c", file] as const;
  const running = await startProxy([...command], { user, port, folder });
  const logs = () => LOGS.map((log) => readFileSync(path.join(folder, log), "utf8")).join("");
  return { ...running, logs: () => running.output() + logs() };
}

function siteFile({ port, replicaPorts }: NginxSettings): string {
  const replicas = replicaPorts
    .map((replica) => `server 127.0.0.1:${replica} fail_timeout=${LEFT_ALONE_SECONDS}s;`)
    .join("\n  ");
  const values = { LISTEN: `127.0.0.1:${port}`, REPLICAS: replicas };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`$\{TROVELLA_${name}}`, value),
    // An ordinary user may not write the system's log; relative paths are those of the folder.
    readDeployed("nginx.conf.template").replaceAll("/var/log/nginx/", ""),
  );
}

/** Replaces /etc/nginx/nginx.conf; writes nothing outside the folder. */
function mainFile(folder: string, site: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join("\n  ");
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log access.log;
  ${temporary}
  ${site}
}
`;
}
