import type { BatchResult } from "../connection/batch.ts";
import type { StatementValue } from "../connection/statement.ts";

/**
 * The conditions of a list. A statement names only what is asked for, so that PostgreSQL can plan for
 * just that; `?` stands for a value.
 */
export class Conditions {
  readonly values: StatementValue[] = [];
  private readonly texts: string[] = [];

  /** The place of a value in the statement. */
  value(value: StatementValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(text: string, ...values: StatementValue[]): this {
    let next = 0;
    this.texts.push(text.replaceAll("?", () => this.value(values[next++] ?? null)));
    return this;
  }

  /** Only where there is something to compare with. */
  addIf(text: string, value: StatementValue | undefined): this {
    return value === null || value === undefined ? this : this.add(text, value);
  }

  get where(): string {
    return this.texts.length === 0 ? "" : `WHERE ${this.texts.join(" AND ")}`;
  }
}

/** Rows whose columns are named as in the type. */
export function rowsOf<Row>(result: BatchResult | undefined): Row[] {
  return (result?.rows ?? []) as unknown as Row[];
}
