import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { publicError } from "@trovella/research";
import type { Services } from "./services.ts";

/** The SDK sends the message of an error to the client, so internal errors are masked first. */
export async function withPublicErrors<T>(
  { onFailure }: Services,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { message } = publicError(error, { onFailure, retry: "try again" });
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}

/** Names the parameter that is wrong. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** A name that came from the client, safe to repeat in an error. */
export function printableName(name: string, maxCharacters = 100): string {
  return name.toWellFormed().replace(/\p{C}/gu, "?").slice(0, maxCharacters);
}
