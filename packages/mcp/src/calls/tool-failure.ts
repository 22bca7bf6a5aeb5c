import { randomUUID } from "node:crypto";
import { databaseFailure } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import type { Tool } from "../define-tool.ts";

export interface ToolFailure {
  readonly code: string;
  /** The whole answer: what is wrong and what to do next, and nothing of what lies behind it. */
  readonly text: string;
}

/** What the caller is told when a call failed, for whatever reason. */
export function failureOf(
  error: unknown,
  { name, isMutating }: Tool,
  onFailure: (error: unknown, correlationId: string) => void,
): ToolFailure {
  if (error instanceof AppError && error.code !== "INTERNAL") {
    return failure(error.code, error.message);
  }
  const correlationId = randomUUID();
  onFailure(error, correlationId);
  const isAway = databaseFailure(error) !== undefined || isConnectionLost(error);
  const repeat = isMutating
    ? `repeat ${name} with the same idempotencyKey, or see with get_plan_status whether it took effect`
    : `repeat ${name}`;
  return isAway
    ? failure(
        "UNAVAILABLE",
        `The database is away for the moment. Next: wait some seconds, then ${repeat}.`,
      )
    : failure(
        "INTERNAL",
        `Something went wrong on the server (${correlationId}). Next: ${repeat}; if it happens again, report this id.`,
      );
}

function failure(code: string, message: string): ToolFailure {
  return { code, text: `${code}: ${message}` };
}

/** Codes of PostgreSQL and of the network for a connection that broke while it was in use. */
function isConnectionLost(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return /^(57P0\d|25P03|08\w{3}|53\w{3}|40P01|55P03|57014)$/.test(code);
}
