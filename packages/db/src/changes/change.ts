export const CHANGE_TOPICS = ["plan", "review", "run", "toolCall", "people"] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** Says that something changed, not what: subscribers read it with their own permissions. */
export interface Change {
  readonly organizationId: string;
  readonly topics: readonly ChangeTopic[];
}

export const CHANNEL = "trovella_change";

export function writeChange({ organizationId, topics }: Change): string {
  return JSON.stringify([organizationId, ...topics]);
}

/** Null for a foreign payload: any connection may notify on the channel. */
export function readChange(text: string | undefined): Change | null {
  const parts = parse(text);
  if (!Array.isArray(parts) || typeof parts[0] !== "string") return null;
  const topics = CHANGE_TOPICS.filter((topic) => parts.includes(topic));
  return topics.length > 0 ? { organizationId: parts[0], topics } : null;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}
