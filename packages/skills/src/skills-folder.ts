import { fileURLToPath } from "node:url";

/** Where the skills lie: in the clone. A bundle that brings them along replaces this function. */
export function skillsFolder(): string {
  return fileURLToPath(new URL("../../../skills", import.meta.url));
}
