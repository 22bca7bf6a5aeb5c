import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { withTenantContext } from "@trovella/db";
import { type Caller, listTemplates, type NamedTemplate, readTemplate } from "@trovella/research";
import { COMMON_PLACES } from "@trovella/skills";
import type { Services } from "../services.ts";

const TEMPLATES = "trovella://templates";
const TEMPLATE = `${TEMPLATES}/`;
const JSON_TYPE = "application/json";

export const TEMPLATES_RESOURCE = {
  uri: TEMPLATES,
  name: "templates",
  title: "Plan templates",
  description: "The templates for create_research_plan, with their steps and the places to fill",
  mimeType: JSON_TYPE,
};

export const PLAN_TEMPLATE_TEMPLATE = {
  uriTemplate: `${TEMPLATE}{templateName}`,
  name: "template",
  title: "Plan template",
  description: "One template in full",
  mimeType: JSON_TYPE,
};

export function isTemplateUri(uri: string): boolean {
  return uri === TEMPLATES || uri.startsWith(TEMPLATE);
}

/** The list of templates, or the one that the URI names. */
export async function readTemplateResource(
  { database }: Services,
  { tenant }: Caller,
  uri: string,
): Promise<object> {
  if (uri === TEMPLATES) {
    const templates = await withTenantContext(database, tenant, listTemplates);
    return { templates: templates.map(listed), commonFill: COMMON_PLACES };
  }
  const name = decodedName(uri);
  const found =
    name === null
      ? null
      : await withTenantContext(database, tenant, (context) => readTemplate(context, name));
  if (!found?.template) throw new ResourceNotFoundError(uri.slice(0, 300));
  return { name: found.name, ...ownership(found), template: found.template };
}

/** Names contain slashes, which clients may encode; null if no template can have the name. */
function decodedName(uri: string): string | null {
  try {
    const name = decodeURIComponent(uri.slice(TEMPLATE.length));
    return name.length <= 100 && !name.includes("\0") && name.isWellFormed() ? name : null;
  } catch {
    return null;
  }
}

function listed(entry: NamedTemplate): object {
  const { name, template } = entry;
  return {
    name,
    ...ownership(entry),
    ...(template
      ? {
          fill: template.fill,
          steps: template.steps.map(({ key, stepType }) => ({ key, stepType })),
        }
      : { problem: "Stored in a format that this version does not read." }),
  };
}

function ownership({ isOwn }: NamedTemplate) {
  return isOwn ? { isOwn } : {};
}
