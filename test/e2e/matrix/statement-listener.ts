import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const SOCKET = ".s.PGSQL.5432";
const PASSWORD = "database-password";

/** An executed statement and its number of rows. */
export interface Heard {
  readonly text: string;
  rows: number;
}

/** Asynchronous logging and measuring, cached lookups and the first question on a new connection: not part of the call itself. */
const BESIDE_THE_CALL =
  /^(BEGIN|COMMIT|ROLLBACK|DISCARD|SELECT pg_is_in_recovery\(|SELECT \(SELECT coalesce\(sum\()|set_config|CASE WHEN embedding_model = \$2 THEN embedding END|INSERT INTO (public\.)?"?mcp_tool_call_log|DELETE FROM idempotency_key WHERE|SET last_used_at|\b(access_key|share_key|rate_bucket|pg_notify)\b/i;

/** The server delivers notifications and looks for stalls whenever it likes. */
const IN_THE_BACKGROUND =
  /'notifications of '|FROM notification_event AS event JOIN|FROM notification_event WHERE dispatched_at|"enabledAt" FROM webhook|FROM notification_setting ORDER BY|^\s*(INSERT INTO|UPDATE) notification_|UPDATE notification_delivery AS delivery SET locked_until|AS wait_ms|stalls_at/;

export type StatementListener = Awaited<ReturnType<typeof listenToStatements>>;

/** A proxy for a PostgreSQL socket directory that records statements and row counts. */
export async function listenToStatements(socketDirectory: string) {
  const { home, directory } = copyPlace(socketDirectory);
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection(path.join(socketDirectory, SOCKET));
    const conversation = new Conversation((one) => heard.push(one));
    client.on("data", (chunk) => conversation.ask(chunk)).pipe(upstream);
    upstream.on("data", (chunk) => conversation.answer(chunk)).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => other.destroy());
    }
  });
  await once(server.listen(path.join(directory, SOCKET)), "listening");
  return {
    directory,
    /** Runs `work` and returns the statements it executed. */
    async during<T>(work: () => Promise<T>): Promise<{ result: T; statements: readonly Heard[] }> {
      heard.splice(0);
      const result = await work();
      const statements = heard
        .splice(0)
        .filter(({ text }) => !BESIDE_THE_CALL.test(text) && !IN_THE_BACKGROUND.test(text));
      return { result, statements };
    },
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A data directory with the password of the original and an empty socket directory. */
function copyPlace(socketDirectory: string) {
  const home = mkdtempSync(path.join(tmpdir(), "trovella-heard-"));
  symlinkSync(path.join(path.dirname(socketDirectory), PASSWORD), path.join(home, PASSWORD));
  const directory = path.join(home, "run");
  mkdirSync(directory, { mode: 0o700 });
  return { home, directory };
}

/** Message type that ends a pipeline, and its reply. */
const SYNC = Symbol("sync");

/** Parses the messages of one connection that show executed statements. */
class Conversation {
  private readonly asked = new Messages(true);
  private readonly answered = new Messages(false);
  private readonly statements = new Map<string, string>();
  private bound = "";
  private readonly waiting: (Heard | typeof SYNC)[] = [];
  private readonly onStatement: (heard: Heard) => void;

  constructor(onStatement: (heard: Heard) => void) {
    this.onStatement = onStatement;
  }

  ask(chunk: Buffer): void {
    for (const { type, body } of this.asked.read(chunk)) {
      const [first = "", second = ""] = body.toString("utf8").split("\0", 2);
      if (type === "P") this.statements.set(first, second);
      if (type === "B") this.bound = this.statements.get(second) ?? "";
      if (type === "E") this.begin(this.bound);
      if (type === "Q") this.begin(first);
      if (type === "Q" || type === "S") this.waiting.push(SYNC);
    }
  }

  answer(chunk: Buffer): void {
    for (const { type } of this.answered.read(chunk)) {
      const [current] = this.waiting;
      if (type === "D" && current && current !== SYNC) current.rows += 1;
      if ("CsI".includes(type) && current !== SYNC) this.waiting.shift();
      // After an error PostgreSQL skips the rest of the pipeline.
      if (type === "Z") this.waiting.splice(0, this.waiting.indexOf(SYNC) + 1);
    }
  }

  private begin(text: string): void {
    const heard = { text: text.trim(), rows: 0 };
    this.waiting.push(heard);
    this.onStatement(heard);
  }
}

const LENGTH_BYTES = 4;

/** Splits one direction into messages; the first message of a client has no type. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);
  private isFirst: boolean;

  constructor(isFirst: boolean) {
    this.isFirst = isFirst;
  }

  *read(chunk: Buffer): Generator<{ readonly type: string; readonly body: Buffer }> {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    for (;;) {
      const typeBytes = this.isFirst ? 0 : 1;
      if (this.rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + this.rest.readUInt32BE(typeBytes);
      if (this.rest.length < end) return;
      const type = this.isFirst ? "" : String.fromCharCode(this.rest[0] ?? 0);
      const body = this.rest.subarray(typeBytes + LENGTH_BYTES, end);
      this.rest = this.rest.subarray(end);
      this.isFirst = false;
      yield { type, body };
    }
  }
}
