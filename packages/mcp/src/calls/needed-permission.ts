import type { Permission } from "@trovella/foundation";
import { SEARCH_AND_FETCH, TOOLS } from "../tools/index.ts";

const PERMISSIONS = new Map(
  [...TOOLS, ...SEARCH_AND_FETCH].map(({ name, permission }) => [name, permission]),
);

/** The permission that a JSON-RPC message needs when it calls a tool; null for any other message. */
export function neededPermission(message: unknown): Permission | null {
  if (!isObject(message) || message.method !== "tools/call" || !isObject(message.params)) {
    return null;
  }
  const { name } = message.params;
  return (typeof name === "string" && PERMISSIONS.get(name)) || null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
