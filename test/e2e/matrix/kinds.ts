/** Kinds of ids; a new kind gets its ids in `organization.ts`. */
export type Kind =
  | "plan"
  | "step"
  | "lease"
  | "artifact"
  | "output"
  | "template"
  | "execution"
  | "review"
  | "claim"
  | "mention"
  | "event"
  | "session"
  | "key"
  | "user"
  | "token"
  | "invitation"
  | "organization"
  | "grant"
  | "webhook"
  | "link";

/** The kind of id by argument name, at any depth. */
const KINDS: Readonly<Record<string, Kind | "cursor">> = {
  planId: "plan",
  // Of deleting, whose first kind is a plan.
  id: "plan",
  planIds: "plan",
  itemIds: "plan",
  stepId: "step",
  stepIds: "step",
  takeOverStepId: "step",
  leaseToken: "lease",
  artifactId: "artifact",
  artifactIds: "artifact",
  sourceArtifactId: "artifact",
  outputId: "output",
  otherId: "output",
  ids: "artifact",
  template: "template",
  templateName: "template",
  executionId: "execution",
  reviewId: "review",
  claimId: "claim",
  sourceId: "mention",
  eventId: "event",
  sessionId: "session",
  idempotencyKey: "key",
  cursor: "cursor",
  userId: "user",
  assigneeId: "user",
  heirId: "user",
  tokenId: "token",
  invitationId: "invitation",
  organizationId: "organization",
  grantId: "grant",
  webhookId: "webhook",
  linkId: "link",
};

/** The subset of JSON Schema that tools and procedures use. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface IdArgument {
  readonly name: string;
  readonly kind: Kind | "cursor";
  readonly isList: boolean;
  readonly isRequired: boolean;
}

/** Ids inside of claims, which `claimForeignThings` looks at. */
const OF_CLAIMS = ["claimId", "sourceId"];

/** The arguments that contain ids; throws for one that is not in KINDS. */
export function idArguments(place: string, schema: Schema): IdArgument[] {
  const { properties = {}, required = [] } = schema;
  for (const [outer, property] of Object.entries(properties)) {
    const [inner] = innerIds(property).filter((name) => !OF_CLAIMS.includes(name));
    if (inner) throw new Error(`${place}: ${inner} inside of ${outer} is not covered.`);
  }
  return Object.entries(properties)
    .filter(
      ([name, property]) => !isNameless(property) && (name in KINDS || isIdLike(name, property)),
    )
    .map(([name, property]) => ({
      name,
      kind: kindOf(name, place),
      isList: property.type === "array",
      isRequired: required.includes(name),
    }));
}

export function kindOf(name: string, place: string): Kind | "cursor" {
  const kind = KINDS[name];
  if (!kind) throw new Error(`${place}: KINDS does not say what ${name} names.`);
  return kind;
}

/** Free texts: neither ids nor enums. */
export function freeTexts(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(
      ([name, { type, enum: choices, format, pattern }]) =>
        type === "string" && !choices && !format && !pattern && !(name in KINDS),
    )
    .map(([name]) => name);
}

/** Each enum value of the schema, one at a time. */
export function choices(schema: Schema): Readonly<Record<string, unknown>>[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, { enum: values, items }]) => [
    ...(values ?? []).map((value) => ({ [name]: value })),
    ...(items?.enum ?? []).map((value) => ({ [name]: [value] })),
  ]);
}

/** The minimal value that the schema accepts. */
export function minimalValue(schema: Schema): unknown {
  const { type, properties = {}, required = [], items, enum: choices, anyOf } = schema;
  if (schema.const !== undefined) return schema.const;
  if (choices) return choices[0];
  if (anyOf) return minimalValue(anyOf[0] ?? {});
  if (schema.format === "uri") return "http://localhost";
  if (type === "object") {
    return Object.fromEntries(required.map((name) => [name, minimalValue(properties[name] ?? {})]));
  }
  if (type === "array")
    return Array.from({ length: schema.minItems ?? 0 }, () => minimalValue(items ?? {}));
  if (type === "integer" || type === "number") return schema.minimum ?? 0;
  if (type === "boolean") return false;
  return "x".repeat(Math.max(schema.minLength ?? 0, 1));
}

/** A cursor that is a number counts the rows of one's own list; neither it nor a yes or no names anything. */
function isNameless(property: Schema): boolean {
  const { type } = property.anyOf?.[0] ?? property;
  return type === "integer" || type === "number" || type === "boolean";
}

/** Recognizes an id by its schema or by its name. */
function isIdLike(name: string, property: Schema): boolean {
  const one = property.items ?? property.anyOf?.[0] ?? property;
  const isNamedSo = /(^id|Ids?|Token|Key|[cC]ursor)$/.test(name);
  return isNamedSo || one.pattern === "^[\\w.:-]+$";
}

function innerIds(property: Schema): string[] {
  const { properties = {} } = property.items ?? property;
  return Object.entries(properties).flatMap(([name, inner]) => [
    ...(isIdLike(name, inner) ? [name] : []),
    ...innerIds(inner),
  ]);
}
