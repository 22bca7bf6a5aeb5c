import pg, { type PoolClient } from "pg";
import { type Execution, encodeValue, type Statement } from "./statement.ts";

export interface BatchResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly Record<string, unknown>[];
}

/** Whether statements stay prepared by name, for the whole process; some poolers do not support it. */
export const preparedStatements = { areNamed: true };

/** A pooler lost or mixed up our prepared statements; retry the whole operation without names. */
export function isPreparedStatementConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === "42P05" || code === "26000";
}

/**
 * Sends several statements in one message with one Sync: one round trip, and the first error
 * skips the rest. The caller brings BEGIN and COMMIT where it wants a transaction to outlive it.
 */
export function sendBatch(
  client: PoolClient,
  executions: readonly Execution[],
): Promise<readonly BatchResult[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(executions, resolve, reject));
  });
}

/** The internal API of node-postgres that a batch uses; the version is pinned, and tested on upgrade. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: (string | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: Record<string, never>): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of a statement's rows. */
interface RowShape {
  readonly columns: readonly Column[];
  /**
   * A row with all columns, which rows are copies of: an object that is filled one key after the other becomes a hash table
   * in V8, and copying such rows takes several times as long.
   */
  readonly blank: Readonly<Record<string, unknown>>;
}

const NO_COLUMNS: RowShape = { columns: [], blank: {} };

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** The statements a connection has prepared: their rows once known; unsure when an error came in between. */
type Prepared = Map<string, { shape: RowShape | null; isSure: boolean }>;

const preparedBy = new WeakMap<Connection, Prepared>();

class Batch {
  private readonly executions: readonly Execution[];
  /** Encoded before anything is sent, so that an invalid value does not leave half a batch behind. */
  private readonly values: readonly (string | null)[][];
  private readonly resolve: (results: readonly BatchResult[]) => void;
  private readonly reject: (error: unknown) => void;
  private readonly results: BatchResult[] = [];
  /** As it was sent: another transaction may switch names off meanwhile. */
  private readonly areNamed = preparedStatements.areNamed;
  private prepared: Prepared = new Map();
  private rows: Record<string, unknown>[] = [];
  private shape = NO_COLUMNS;

  constructor(
    executions: readonly Execution[],
    resolve: (results: readonly BatchResult[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.executions = executions;
    this.values = executions.map(({ values }) => values.map(encodeValue));
    this.resolve = resolve;
    this.reject = reject;
  }

  submit(handle: object): void {
    const connection = handle as Connection;
    this.prepared = preparedBy.get(connection) ?? new Map();
    preparedBy.set(connection, this.prepared);
    connection.stream.cork();
    try {
      for (const [index, { statement }] of this.executions.entries()) {
        this.prepare(connection, statement);
        const name = this.areNamed ? statement.name : "";
        connection.bind({ statement: name, values: this.values[index] ?? [] });
        if (!this.knownShape(statement)) connection.describe({ type: "P", name: "" });
        connection.execute({});
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.startResult();
  }

  private prepare(connection: Connection, { name, text }: Statement): void {
    if (!this.areNamed) {
      connection.parse({ name: "", text });
      return;
    }
    const known = this.prepared.get(name);
    if (known?.isSure) return;
    // Prepared statements survive a rollback, so after an error it may exist already.
    if (known) connection.close({ type: "S", name });
    connection.parse({ name, text });
    this.prepared.set(name, { shape: null, isSure: true });
  }

  private knownShape({ name }: Statement): RowShape | null {
    return (this.areNamed && this.prepared.get(name)?.shape) || null;
  }

  private startResult(): void {
    const next = this.executions[this.results.length];
    this.shape = (next && this.knownShape(next.statement)) ?? NO_COLUMNS;
    this.rows = [];
  }

  handleRowDescription({ fields }: RowDescription): void {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, "text") as Column["parse"],
    }));
    this.shape = { columns, blank: blankRow(columns) };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { columns, blank } = this.shape;
    const row: Record<string, unknown> = { ...blank };
    for (let index = 0; index < columns.length; index += 1) {
      const text = fields[index] ?? null;
      const column = columns[index];
      if (column && text !== null) row[column.name] = column.parse(text);
    }
    this.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = ""] = text.split(" ");
    const name = this.executions[this.results.length]?.statement.name ?? "";
    const known = this.prepared.get(name);
    if (known) known.shape = this.shape;
    this.results.push({
      command,
      rowCount: Number(/(\d+)$/.exec(text)?.[1] ?? 0),
      rows: this.rows,
    });
    this.startResult();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  /** Called again after a timeout, which changes nothing. */
  handleError(error: unknown): void {
    const isLost = (error as { code?: unknown }).code === "26000";
    if (isLost) this.prepared.clear();
    for (const { statement } of this.executions.slice(this.results.length)) {
      const known = this.prepared.get(statement.name);
      if (known && !known.shape) known.isSure = false;
    }
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.results);
  }

  handlePortalSuspended(): void {
    this.handleError(new Error("A batch asks for all rows; the portal cannot be suspended."));
  }

  handleCopyInResponse(): void {
    this.handleError(new Error("A batch cannot copy."));
  }

  handleCopyData(): void {
    this.handleCopyInResponse();
  }
}

/** JSON.parse, unlike assignments, makes an object with a fixed shape. */
function blankRow(columns: readonly Column[]): RowShape["blank"] {
  return JSON.parse(JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, null]))));
}
