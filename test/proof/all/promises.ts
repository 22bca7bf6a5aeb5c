/** What Trovella promises, and where it is proved. `docs/promises.md` is made from this and from the figures of a run. */
export interface Promised {
  readonly promise: string;
  /** Names of campaigns in test/proof. */
  readonly campaigns?: readonly string[];
  /** Files of `npm test` that prove it, or the short form of a campaign. */
  readonly tests?: readonly string[];
  readonly doesNotProve: string;
}

interface Area {
  readonly title: string;
  readonly promises: readonly Promised[];
}

export const AREAS: readonly Area[] = [
  {
    title: "Nothing acknowledged is lost",
    promises: [
      {
        promise:
          "A write that was acknowledged survives kill -9 of the server and of PostgreSQL, whole: no plan without its steps, no result without its audit row.",
        campaigns: ["plan-kills", "search-kills"],
        tests: ["test/e2e/plan-proofs.test.ts", "test/e2e/search-proofs.test.ts"],
        doesNotProve:
          "Power loss: processes are killed, the machine is not. PostgreSQL's own fsync and full_page_writes are on and checked.",
      },
      {
        promise:
          "Several processes that start one embedded database at the same moment share one server, and none damages it.",
        campaigns: ["embedded-start-race"],
        tests: [
          "test/e2e/embedded-start-race.test.ts",
          "packages/db/src/embedded/start-lock.test.ts",
        ],
        doesNotProve: "Data directories on network file systems, which are not supported.",
      },
      {
        promise:
          "A backup restores every row, session, password, token and grant; a damaged or forged one is refused before anything changes.",
        campaigns: ["restore-drill"],
        tests: [
          "packages/db/src/maintenance/backup/restore-backup.int.test.ts",
          "packages/db/src/maintenance/backup/backup-signature.int.test.ts",
        ],
        doesNotProve: "Backups by other tools (pg_dump, file system snapshots).",
      },
      {
        promise:
          "When PostgreSQL fails over to a synchronous standby, no acknowledged write is lost, no attempt is handed out twice, and servers recover by themselves.",
        campaigns: ["failover"],
        tests: [
          "test/e2e/failover.test.ts",
          "packages/db/src/connection/database-lost.int.test.ts",
        ],
        doesNotProve:
          "Asynchronous replication, which loses writes by design, and failover managers other than Patroni with etcd.",
      },
      {
        promise:
          "Every released version upgrades in place, from its database and from its backup; old ids and citations resolve.",
        campaigns: ["upgrade"],
        tests: [
          "test/golden/upgrade.int.test.ts",
          "packages/db/src/maintenance/migrate.int.test.ts",
        ],
        doesNotProve: "Downgrades. A backup made before the upgrade is the way back.",
      },
      {
        promise:
          "The previous release and this one serve one database during a rolling upgrade, and a migration that would break the previous release is refused.",
        campaigns: ["rolling-upgrade"],
        tests: ["packages/db/src/maintenance/migrate.int.test.ts"],
        doesNotProve: "The upgrade from 0.1, for which the old servers have to be stopped.",
      },
      {
        promise:
          "A full disk, a read-only file system, a clock that jumps by a day, killed processes, a damaged database and a foreign backup end in a clear message, and nothing acknowledged is lost.",
        campaigns: ["disasters"],
        tests: ["packages/db/src/embedded/file-error.test.ts"],
        doesNotProve: "Damage that the disk does not report and that no checksum covers.",
      },
      {
        promise:
          "Documents that are imported while the command is killed and run again are there once, and found.",
        campaigns: ["import"],
        tests: ["test/e2e/import-command.test.ts"],
        doesNotProve:
          "That every word processor's files are read in full; what cannot be read is named.",
      },
    ],
  },
  {
    title: "One step, one holder, one effect",
    promises: [
      {
        promise:
          "An attempt at a step has one holder; a stale holder's result is refused, and every step comes to its end.",
        campaigns: ["mcp-agents", "mcp-holders", "plan-contention"],
        tests: ["test/e2e/mcp-proofs-leases.test.ts", "test/e2e/mcp-proofs-contention.test.ts"],
        doesNotProve: "That two assistants do not do the same research outside of Trovella.",
      },
      {
        promise:
          "A step whose holder vanished is handed out again when its lease is over, without a person's help.",
        campaigns: ["mcp-agents"],
        tests: [
          "test/e2e/mcp-proofs-leases.test.ts",
          "packages/plan-engine/src/orphaned-step.test.ts",
        ],
        doesNotProve: "How soon an assistant asks: somebody has to call get_next_step.",
      },
      {
        promise:
          "A call that lost its reply has one effect and one answer, however often it is repeated with its key, also across kills.",
        campaigns: ["mcp-repeats"],
        tests: ["test/e2e/mcp-proofs-model.test.ts"],
        doesNotProve:
          "Calls without an idempotency key, other than get_next_step, may be executed twice.",
      },
      {
        promise:
          "Every history of concurrent calls is explained by the rules, in an order that agrees with real time.",
        campaigns: ["mcp-histories"],
        tests: ["test/e2e/mcp-proofs-model.test.ts"],
        doesNotProve: "Histories longer than those generated; the model is bounded.",
      },
      {
        promise:
          "The engine breaks no rule in any sequence of commands, and its tests notice when it is broken.",
        campaigns: ["engine-sequences", "engine-mutations"],
        tests: ["packages/plan-engine/src/plan.property.test.ts"],
        doesNotProve: "Mutants listed as equivalent, each with its reason, are not killed.",
      },
      {
        promise:
          "Three servers behind a proxy and a connection pooler behave as one, also while one is killed and one stopped.",
        campaigns: ["replicas", "waiting-calls"],
        tests: ["test/e2e/replicas.test.ts"],
        doesNotProve: "Replicas on several machines: here they share one.",
      },
    ],
  },
  {
    title: "What people decide and read",
    promises: [
      {
        promise:
          "A checkpoint accepts only the channels its policy names; under human_only no token, model or client decides.",
        tests: [
          "test/e2e/checkpoint-matrix.test.ts",
          "packages/plan-engine/src/accepts-decision.test.ts",
        ],
        doesNotProve:
          "A program that runs as the same operating-system user can imitate a person unless a PIN is set.",
      },
      {
        promise:
          "Every plan that ended with a finding or a result has a document, whatever died on the way.",
        campaigns: ["always-a-document"],
        tests: ["packages/research/src/outputs/compose-document.int.test.ts"],
        doesNotProve: "That the document is good; it holds what was found.",
      },
      {
        promise: "Whatever a fleet of agents spends, the reserve for the closing step is there.",
        campaigns: ["budget-fleets"],
        tests: ["test/e2e/mcp-budgets.test.ts", "packages/plan-engine/src/budget.test.ts"],
        doesNotProve:
          "Costs that clients do not report. Calls under way when the cap is reached may overshoot it; the mean is in the figures.",
      },
      {
        promise:
          "A quotation counts as found only if it stands in the captured page, and a claim is judged by its evidence.",
        campaigns: ["evidence"],
        tests: [
          "packages/evidence/src/quote/check-quote.property.test.ts",
          "test/e2e/mcp-evidence.test.ts",
        ],
        doesNotProve:
          "That the page is right, or that the quotation supports the claim in meaning.",
      },
      {
        promise:
          "Under the strict policy no final document states what the evidence refutes, and none is withheld forever.",
        campaigns: ["evidence-gate"],
        tests: ["test/e2e/mcp-evidence-gate.test.ts"],
        doesNotProve: "Claims that the assistant never recorded.",
      },
      {
        promise:
          "The audit record of a plan cannot be changed without being noticed, also outside the database.",
        campaigns: ["audit-tampering"],
        tests: [
          "packages/db/src/audit/audit-rows-tampering.int.test.ts",
          "test/e2e/audit-command.test.ts",
        ],
        doesNotProve:
          "Somebody with the signing key and the database can write another history, unless a checkpoint was kept elsewhere.",
      },
      {
        promise:
          "Every event reaches its webhook, with an id of its own and in order per plan, across kills.",
        campaigns: ["webhooks"],
        tests: ["packages/notifications/src/delivering.int.test.ts"],
        doesNotProve:
          "A receiver that refuses for longer than the retries last misses events; the log shows them.",
      },
    ],
  },
  {
    title: "Tenants, credentials, hostile input",
    promises: [
      {
        promise:
          "Two organizations never see each other, in any table, tool, page, export or error; removing any guard is noticed.",
        campaigns: ["tenancy-mutations"],
        tests: [
          "packages/db/src/connection/tenant-context-two-tenants.int.test.ts",
          "packages/db/src/connection/tenant-context-catalog.int.test.ts",
          "test/e2e/tenant-matrix.test.ts",
        ],
        doesNotProve:
          "A superuser of the database sees everything; the server refuses to run as one.",
      },
      {
        promise: "A tenant's context ends with its transaction, also through a connection pooler.",
        campaigns: ["pooled-tenants", "mcp-crosstalk"],
        tests: ["test/e2e/pooled-tenants.test.ts"],
        doesNotProve: "Poolers in statement mode, which are not supported.",
      },
      {
        promise:
          "One hostile organization does not slow the others beyond a bound, and cannot keep them out.",
        campaigns: ["hostile-tenant", "slow-client-documents"],
        tests: ["test/e2e/hostile-tenant.test.ts"],
        doesNotProve: "Attacks on the network in front of the server.",
      },
      {
        promise:
          "The OAuth server keeps honest clients signed in, and a revoked family has no live token.",
        campaigns: ["oauth-races"],
        tests: ["packages/identity/src/oauth/token.int.test.ts", "test/e2e/team-oauth.test.ts"],
        doesNotProve: "Clients that lose their tokens.",
      },
      {
        promise:
          "Credentials meant for another server, expired, revoked or malformed are refused everywhere with the right status.",
        tests: [
          "apps/server/src/http/authentication/authentication.int.test.ts",
          "packages/db/src/identity/token-format.test.ts",
        ],
        doesNotProve: "Stolen credentials work until they are revoked or expire.",
      },
      {
        promise:
          "No request of the server reaches a private address, by redirects, DNS or notation.",
        campaigns: ["evidence"],
        tests: [
          "packages/capture/src/guard/fetch-public-addresses.test.ts",
          "packages/capture/src/guard/public-address.test.ts",
        ],
        doesNotProve: "Addresses that an operator allows by a setting.",
      },
      {
        promise:
          "No input breaks a tool, hangs it or makes it leak; errors name the field and the fix.",
        campaigns: ["mcp-fuzz", "hostile-expressions"],
        tests: [
          "packages/mcp/src/input/read-arguments-refusals.test.ts",
          "packages/plan-engine/src/expression/expression.property.test.ts",
        ],
        doesNotProve: "Inputs beyond those generated.",
      },
      {
        promise:
          "Stored text stays text in the console and in documents: no script, no request, no formula.",
        campaigns: ["hostile-text"],
        tests: [
          "test/browser/hostile-text.test.ts",
          "packages/deliverables/src/render-deliverable-hostile-input.test.ts",
        ],
        doesNotProve:
          "What a model does with stored text that speaks to it. It is labelled as data.",
      },
      {
        promise: "Pages of other origins can neither read nor change anything.",
        tests: [
          "apps/server/src/http/policy/same-origin.test.ts",
          "apps/server/src/http/policy/hosts.test.ts",
        ],
        doesNotProve: "Extensions of the browser.",
      },
      {
        promise: "The server conforms to MCP 2026-07-28 and 2025-11-25.",
        tests: ["test/e2e/conformance.test.ts"],
        doesNotProve:
          "Four scenarios of 2025-11-25 that need sessions are expected to fail; the server keeps none.",
      },
    ],
  },
  {
    title: "Installing and connecting",
    promises: [
      {
        promise:
          "Real clients connect, work through a plan, read whole pages and are disconnected without a trace.",
        campaigns: ["clients", "clients-oauth"],
        tests: ["test/e2e/mcp-clients.test.ts", "test/e2e/connect.test.ts"],
        doesNotProve:
          "Real models: their replies are scripted. Versions of clients other than those named.",
      },
      {
        promise:
          "The image runs as an unprivileged user on a database prepared by the script that ships with it.",
        campaigns: ["image-files"],
        tests: ["test/e2e/image.test.ts"],
        doesNotProve: "Container engines: the files are installed and run without one.",
      },
    ],
  },
];

/** Arguments of the long form, where the form that runs by default is shorter. */
export const LONG_FORMS: Readonly<Record<string, readonly string[]>> = {
  "plan-kills": ["100"],
  "search-kills": ["60"],
  "mcp-repeats": ["200"],
  "embedded-start-race": ["100"],
  failover: "--kill 20 --freeze 5 --cut 10 --switchover 5 --etcd 3".split(" "),
};

/** Their limits in seconds do not hold beside another campaign. */
export const NEEDS_QUIET: ReadonlySet<string> = new Set([
  "embedded-start-race",
  "hostile-tenant",
  "mcp-agents",
  "slow-client-documents",
  "waiting-calls",
]);
