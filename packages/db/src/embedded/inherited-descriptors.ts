import { readdirSync, readFileSync } from "node:fs";
import { hasErrorCode } from "./error-code.ts";

const CLOSE_ON_EXEC = 0o2000000;
const MAX_DESCRIPTOR = 4_096;

/**
 * Descriptors from 3 on that a child would inherit. Node sets close-on-exec on its own, not on those it inherited, and a
 * pipe of the calling shell held open by PostgreSQL would block that shell's caller for as long as it runs.
 */
export function inheritedDescriptors(): number[] {
  return listDescriptors().filter(
    (descriptor) => descriptor > 2 && descriptor <= MAX_DESCRIPTOR && isInherited(descriptor),
  );
}

/** Whether the descriptor of this `/proc/self/fdinfo/N` stays open in a child. */
export function isInheritable(descriptorInfo: string): boolean {
  const [, flags] = /^flags:\s*([0-7]+)/m.exec(descriptorInfo) ?? [];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
}

function listDescriptors(): number[] {
  try {
    return readdirSync("/proc/self/fd").map(Number);
  } catch (error) {
    // Only Linux lists them.
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  }
}

function isInherited(descriptor: number): boolean {
  try {
    return isInheritable(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"));
  } catch (error) {
    // Closed since it was listed.
    if (hasErrorCode(error, "ENOENT")) return false;
    throw error;
  }
}
