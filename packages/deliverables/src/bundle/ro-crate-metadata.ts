import type { Deliverable } from "../deliverable.ts";
import { isFound } from "../evidence/is-doubtful.ts";
import { cleanText, oneLine } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";

const VERSION = "https://w3id.org/ro/crate/1.3";
const METADATA_FILE = "ro-crate-metadata.json";
/** What the whole program is to those who read the crate. */
const PROGRAM = "#trovella";

export interface CrateFile {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly description?: string;
}

/** A step of the plan. */
export interface CrateStep {
  readonly id: string;
  readonly name: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** The program that did the work, by its name. */
  readonly agent: string | null;
}

/** A decision of a person about the plan. */
export interface CrateDecision {
  readonly id: string;
  readonly decision: string;
  readonly by: string;
  readonly at: Date;
  readonly note: string | null;
  /** The step that it was about. */
  readonly stepId: string | null;
}

export interface Crate {
  readonly deliverable: Deliverable;
  readonly files: readonly CrateFile[];
  readonly steps: readonly CrateStep[];
  readonly decisions: readonly CrateDecision[];
}

type Entity = Record<string, unknown> & { readonly "@id": string };

/** What the archive holds and how it came about, as an RO-Crate: https://www.researchobject.org/ro-crate/ */
export function roCrateMetadata(crate: Crate): string {
  const graph = [
    descriptor(),
    rootDataset(crate),
    ...crate.files.map(fileEntity),
    ...sourceEntities(crate.deliverable),
    ...claimEntities(crate.deliverable),
    ...crate.steps.map((step) => stepEntity(step)),
    ...crate.decisions.map((decision) => decisionEntity(decision)),
    ...agentEntities(crate),
  ];
  return `${JSON.stringify({ "@context": `${VERSION}/context`, "@graph": graph }, null, 2)}\n`;
}

function descriptor(): Entity {
  return {
    "@id": METADATA_FILE,
    "@type": "CreativeWork",
    conformsTo: { "@id": VERSION },
    about: { "@id": "./" },
  };
}

function rootDataset({ deliverable, files, steps, decisions }: Crate): Entity {
  const { title, researchQuestion, createdAt, version, evidence } = deliverable;
  const name = oneLine(title, 300) || "Research";
  return {
    "@id": "./",
    "@type": "Dataset",
    name,
    description: oneLine(researchQuestion, 2_000) || name,
    datePublished: createdAt.toISOString(),
    license: "Not stated. The captured texts belong to their publishers.",
    version: String(version),
    ...(evidence ? { creativeWorkStatus: evidence.state } : {}),
    hasPart: files.map(({ path }) => ({ "@id": encodePath(path) })),
    mentions: [
      ...(evidence?.claims ?? []).map(({ number }) => ({ "@id": claimId(number) })),
      ...steps.map(({ id }) => ({ "@id": stepId(id) })),
      ...decisions.map(({ id }) => ({ "@id": decisionId(id) })),
    ],
  };
}

function fileEntity({ path, contentType, bytes, sha256, description }: CrateFile): Entity {
  return {
    "@id": encodePath(path),
    "@type": "File",
    name: path,
    encodingFormat: contentType.split(";")[0],
    contentSize: String(bytes),
    sha256,
    ...(description ? { description } : {}),
  };
}

function sourceEntities({ sources }: Deliverable): Entity[] {
  return sources.map((source) => {
    const { title, author, published, link, doi } = describeSource(source);
    return {
      "@id": sourceId(source.number),
      "@type": "CreativeWork",
      name: title,
      position: source.number,
      ...(link ? { url: link } : {}),
      ...(author ? { creditText: author } : {}),
      ...(published ? { datePublished: published } : {}),
      ...(doi ? { identifier: doi } : {}),
    };
  });
}

/** A claim is based on quotations, each a part of its source. */
function claimEntities({ evidence }: Deliverable): Entity[] {
  return (evidence?.claims ?? []).flatMap((claim): Entity[] => {
    const quotations = claim.evidence.flatMap((entry, index) =>
      isFound(entry) ? [{ ...entry, id: `${claimId(claim.number)}-quotation-${index + 1}` }] : [],
    );
    const supporting = quotations.filter(({ stance }) => stance === "supports");
    return [
      {
        "@id": claimId(claim.number),
        "@type": "Claim",
        name: `Claim ${claim.number}`,
        text: cleanText(claim.statement),
        creativeWorkStatus: claim.status,
        ...(supporting.length > 0
          ? { isBasedOn: supporting.map(({ id }) => ({ "@id": id })) }
          : {}),
      },
      ...quotations.map((quotation) => ({
        "@id": quotation.id,
        "@type": "Quotation",
        text: cleanText(quotation.passage ?? ""),
        isPartOf: { "@id": sourceId(quotation.source) },
        about: { "@id": claimId(claim.number) },
        ...(quotation.fetchedAt ? { dateCreated: quotation.fetchedAt.toISOString() } : {}),
      })),
    ];
  });
}

function stepEntity({ id, name, startedAt, endedAt, agent }: CrateStep): Entity {
  return {
    "@id": stepId(id),
    "@type": "CreateAction",
    name: oneLine(name, 300),
    instrument: { "@id": PROGRAM },
    ...(agent ? { agent: { "@id": programId(agent) } } : {}),
    ...(startedAt ? { startTime: startedAt.toISOString() } : {}),
    ...(endedAt ? { endTime: endedAt.toISOString() } : {}),
    result: { "@id": "./" },
  };
}

function decisionEntity({ id, decision, by, at, note, stepId: step }: CrateDecision): Entity {
  return {
    "@id": decisionId(id),
    "@type": "ReviewAction",
    name: oneLine(decision, 100),
    agent: { "@id": personId(by) },
    endTime: at.toISOString(),
    object: { "@id": step === null ? "./" : stepId(step) },
    ...(note ? { description: oneLine(note, 2_000) } : {}),
  };
}

function agentEntities({ steps, decisions }: Crate): Entity[] {
  const programs = [...new Set(steps.flatMap(({ agent }) => agent ?? []))];
  const people = [...new Set(decisions.map(({ by }) => by))];
  return [
    { "@id": PROGRAM, "@type": "SoftwareApplication", name: "Trovella" },
    ...programs.map((name) => ({
      "@id": programId(name),
      "@type": "SoftwareApplication",
      name: oneLine(name, 200),
    })),
    ...people.map((name) => ({
      "@id": personId(name),
      "@type": "Person",
      name: oneLine(name, 200),
    })),
  ];
}

function claimId(number: number): string {
  return `#claim-${number}`;
}

function sourceId(number: number): string {
  return `#source-${number}`;
}

function stepId(id: string): string {
  return fragment("step", id);
}

function decisionId(id: string): string {
  return fragment("decision", id);
}

function programId(name: string): string {
  return fragment("program", name);
}

function personId(name: string): string {
  return fragment("person", name);
}

function fragment(kind: string, name: string): string {
  return `#${kind}-${encodeURIComponent(oneLine(name, 200))}`;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
