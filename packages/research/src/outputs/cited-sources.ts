import type { RegisteredSource } from "@trovella/db/memory";
import type { Source } from "@trovella/deliverables";

export function deliverableSource({
  id: _id,
  artifactId: _artifactId,
  retrievedAt,
  ...source
}: RegisteredSource): Source {
  return { ...source, retrievedAt: retrievedAt?.toISOString() ?? null };
}
