import type { Permission } from "@trovella/foundation";
import { TOOLS } from "../tools/index.ts";

const PERMISSIONS = new Map(TOOLS.map(({ name, permission }) => [name, permission]));

/** What the caller of the one tool in a JSON-RPC message must be allowed to do; null for everything else. */
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
