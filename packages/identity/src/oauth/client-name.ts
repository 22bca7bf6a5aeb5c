const MAX_NAME_LENGTH = 100;

/** The name that a client gives itself, with visible characters only; null when none are left. */
export function cleanName(name: unknown): string | null {
  if (typeof name !== "string") return null;
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\s]+/gu, " ").trim();
  return visible === "" ? null : visible.slice(0, MAX_NAME_LENGTH);
}
