import { createHmac } from "node:crypto";
import type { Settings } from "./settings.ts";

/** Shown in the server's log only; without it the first visitor could become the owner. */
export function setupCodeOf({ keys }: Pick<Settings, "keys">): string {
  return createHmac("sha256", keys.setup).update("first owner").digest("hex").slice(0, 20);
}
