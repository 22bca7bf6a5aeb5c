import { createHash } from "node:crypto";
import { newId, type TenantContext } from "@trovella/db";
import { queueCaptures, type SourceReading, saveSourceTexts } from "@trovella/db/evidence";
import {
  artifactHandle,
  countSources,
  type ImportOrigin,
  type NewArtifact,
  type NewSource,
  type SavedArtifact,
  type SavedSource,
  saveArtifacts,
} from "@trovella/db/memory";
import type { Json } from "@trovella/foundation";
import { indexArtifact } from "@trovella/search";
import { checkLength, MAX_TEXT, storableJson } from "../text/check-length.ts";
import { plainDoi } from "../text/doi.ts";
import { readMoment } from "../text/read-moment.ts";
import { readableText } from "../text/readable-text.ts";

export interface SourceInput {
  readonly url?: string | undefined;
  readonly title: string;
  readonly author?: string | undefined;
  readonly publishedAt?: string | undefined;
  readonly retrievedAt?: string | undefined;
  readonly quote?: string | undefined;
  readonly doi?: string | undefined;
  /** What the assistant read of it. */
  readonly text?: string | undefined;
}

export interface ArtifactInput {
  /** A finding if left out. */
  readonly artifactType?: NewArtifact["artifactType"] | undefined;
  readonly title: string;
  /** Text or JSON. */
  readonly content: unknown;
  readonly contentText?: string | undefined;
  readonly summary?: string | undefined;
  readonly confidence?: number | undefined;
  readonly sources?: readonly SourceInput[] | undefined;
  /** Of what somebody brought along. */
  readonly origin?: ImportOrigin | undefined;
}

export interface StoringScope {
  /** Null for the operator. */
  readonly userId: string | null;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly now: Date;
  /** Whether this server reads the pages of the sources itself. */
  readonly isCapturing: boolean;
  /** The argument that holds the artifacts, for errors; null when their fields are the arguments. */
  readonly field: string | null;
}

export interface StoredArtifact {
  readonly artifactId: string;
  /** `a12` within its plan, the id without a plan. */
  readonly handle: string;
  readonly number: number | null;
  /** Of its sources in the order given. */
  readonly sourceIds: readonly string[];
  /** By source in the order given: what a marker names, `7` within a plan, the id without one. */
  readonly refs: readonly string[];
  /** Each source once. */
  readonly sources: readonly StoredArtifactSource[];
}

export interface StoredArtifactSource {
  readonly ref: number | string;
  readonly title: string;
  readonly isNew?: true;
}

/**
 * Stores artifacts with their sources and makes them searchable. Within the transaction of a command the plan must be locked
 * before; nothing slow should follow, since indexing holds a lock of the organization.
 */
export async function storeArtifacts(
  context: TenantContext,
  artifacts: readonly ArtifactInput[],
  scope: StoringScope,
): Promise<StoredArtifact[]> {
  const checked = artifacts.map((artifact, index) => {
    const place = scope.field === null ? "" : `${scope.field}[${index}].`;
    return newArtifact(artifact, scope, place);
  });
  if (checked.length === 0) return [];
  const sources = checked.flatMap((artifact) => artifact.sources);
  const readings = readingsOf(artifacts, sources);
  const saved = await saveArtifacts(context, checked, [
    ...(readings.length > 0 ? [saveSourceTexts(context, readings, scope.now)] : []),
    ...(scope.isCapturing && sources.some(({ url }) => url !== null)
      ? [queueCaptures(context, idsOf(sources))]
      : []),
  ]);
  for (const artifact of checked) await indexArtifact(context, artifact);
  if (scope.planId && sources.length > 0) await context.send([countSources(scope.planId)]);
  return saved.map(storedArtifact);
}

function idsOf(sources: readonly { readonly id: string }[]): string[] {
  return sources.map(({ id }) => id);
}

/** The texts that came with sources, which are in the order of the artifacts. */
function readingsOf(
  artifacts: readonly ArtifactInput[],
  sources: readonly NewSource[],
): SourceReading[] {
  const given = artifacts.flatMap(({ sources = [] }) => sources);
  return given.flatMap(({ text }, index) => {
    const sourceId = sources[index]?.id;
    if (text === undefined || sourceId === undefined) return [];
    return [
      {
        captureId: newId("capture"),
        sourceId,
        text,
        textSha256: createHash("sha256").update(text).digest("hex"),
        words: text.match(/\S+/g)?.length ?? 0,
      },
    ];
  });
}

function newArtifact(
  artifact: ArtifactInput,
  { userId, planId, stepId, now }: StoringScope,
  place: string,
): NewArtifact {
  const content = storableJson(`${place}content`, artifact.content, MAX_TEXT);
  const contentText = artifact.contentText ?? readableText(artifact.content as Json);
  checkLength(`${place}contentText`, contentText, { max: MAX_TEXT });
  return {
    id: newId("artifact"),
    userId,
    planId,
    stepId,
    artifactType: artifact.artifactType ?? "finding",
    title: artifact.title,
    content,
    contentText,
    summary: artifact.summary ?? null,
    confidence: artifact.confidence ?? null,
    createdAt: now,
    origin: artifact.origin,
    sources: (artifact.sources ?? []).map(newSource),
  };
}

function newSource(given: SourceInput): NewSource {
  return {
    id: newId("source"),
    url: given.url ?? null,
    title: given.title,
    author: given.author ?? null,
    publishedAt: given.publishedAt ?? null,
    retrievedAt: given.retrievedAt === undefined ? null : readMoment(given.retrievedAt),
    quote: given.quote ?? null,
    doi: given.doi === undefined ? null : plainDoi(given.doi),
  };
}

function storedArtifact(artifact: SavedArtifact): StoredArtifact {
  const { id, number, sources } = artifact;
  const byRef = new Map(sources.toReversed().map((source) => [refOf(source), source]));
  const inOrder = [...new Set(sources.map(refOf))];
  return {
    artifactId: id,
    handle: artifactHandle(artifact),
    number,
    sourceIds: idsOf(sources),
    refs: sources.map((source) => String(refOf(source))),
    sources: inOrder.flatMap((ref) => {
      const source = byRef.get(ref);
      if (!source) return [];
      return [{ ref, title: source.title, ...(source.isNew ? { isNew: true as const } : {}) }];
    }),
  };
}

function refOf({ id, number }: SavedSource): number | string {
  return number ?? id;
}
