import { fileURLToPath } from "node:url";

/** The folder of the skills in the repository. The bundle, which includes them, replaces this function. */
export function skillsFolder(): string {
  return fileURLToPath(new URL("../../../skills", import.meta.url));
}
