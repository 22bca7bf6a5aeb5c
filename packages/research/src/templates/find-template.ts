import type { TenantContext } from "@trovella/db";
import { listPlanTemplates, type StoredTemplate } from "@trovella/db/plans";
import { type AppError, invalidField } from "@trovella/foundation";
import { builtInTemplates, type Template, templateShape } from "@trovella/skills";

const DEFAULT_TYPE = "general_topic";

export interface NamedTemplate {
  readonly name: string;
  /** Added by the organization, not built in. */
  readonly isOwn: boolean;
  /** Null if it was stored in a format that this version does not read. */
  readonly template: Template | null;
}

/** Names are compared without regard to case and surrounding spaces. */
export function templateName(text: string): string {
  return text.trim().toLowerCase();
}

/** All templates that can be named, in order; an own one hides the built-in one of its name. */
export async function listTemplates(context: TenantContext): Promise<NamedTemplate[]> {
  const own = (await listPlanTemplates(context)).map(readStored);
  const hidden = new Set(own.map(({ name }) => name));
  const others = builtIn().filter(({ name }) => !hidden.has(name));
  return [...own, ...others].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * The template of that name, the organization's own before the built-in one. A mode alone, such as `deep`, is the mode's
 * template for the type of research.
 */
export async function findTemplate(
  context: TenantContext,
  wanted: { readonly name: string; readonly researchType?: string | undefined },
): Promise<Template> {
  const name = templateName(wanted.name);
  const type = templateName(wanted.researchType ?? DEFAULT_TYPE);
  const candidates = [name, `${name}/${type}`, `${name}/${DEFAULT_TYPE}`];
  const stored = await listPlanTemplates(context, candidates);
  const templates = [...stored.map(readStored), ...builtIn()];
  const found = candidates
    .map((candidate) => templates.find((one) => one.name === candidate))
    .find((one) => one !== undefined);
  if (found?.template) return found.template;
  if (found) throw unreadable(found.name);
  const names = [...new Set(templates.map((one) => one.name))].sort().join(", ");
  throw invalidField(
    "template",
    `there is none of that name. Next: use one of ${names}, or leave template out and pass name and steps.`,
  );
}

/** The one with exactly this name, or null. */
export async function readTemplate(
  context: TenantContext,
  text: string,
): Promise<NamedTemplate | null> {
  const name = templateName(text);
  const stored = await listPlanTemplates(context, [name]);
  return [...stored.map(readStored), ...builtIn()].find((one) => one.name === name) ?? null;
}

/** Names that begin with the text. */
export async function findTemplateNames(
  context: TenantContext,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<string[]> {
  const names = [...(await listPlanTemplates(context, [])), ...builtIn()].map(({ name }) => name);
  const start = templateName(text);
  return [...new Set(names)].filter((name) => name.startsWith(start)).slice(0, limit);
}

function builtIn(): NamedTemplate[] {
  return [...builtInTemplates()].map(([name, template]) => ({ name, isOwn: false, template }));
}

function readStored({ name, template }: StoredTemplate): NamedTemplate {
  return { name, isOwn: true, template: templateShape.safeParse(template).data ?? null };
}

function unreadable(name: string): AppError {
  return invalidField(
    "template",
    `${name} was stored in a format that this version does not read. Next: ask the user to add it again with \`trovella template add\`, or use another template.`,
  );
}
