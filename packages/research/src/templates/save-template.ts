import { newId, type TenantContext } from "@trovella/db";
import { savePlanTemplate } from "@trovella/db/plans";
import { AppError, invalidField } from "@trovella/foundation";
import type { Template } from "@trovella/skills";
import { checkTemplate } from "./check-template.ts";
import { templateName } from "./find-template.ts";

const MAX_BYTES = 100_000;
const NAME = /^[a-z0-9][a-z0-9._/-]{0,99}$/;

/** Adds a template of the organization's own, or replaces it; refuses one from which no plan can be made. */
export async function saveTemplate(
  context: TenantContext,
  given: { readonly name: string; readonly value: unknown; readonly createdBy: string | null },
): Promise<{ readonly name: string; readonly template: Template; readonly isReplaced: boolean }> {
  const name = templateName(given.name);
  if (!NAME.test(name)) {
    throw invalidField(
      "name",
      "must be 1 to 100 letters a to z, digits, and . _ - / after the first. Next: give it such a name.",
    );
  }
  const template = checkTemplate(given.value);
  const json = JSON.stringify(template);
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_BYTES) {
    throw new AppError(
      "LIMIT_EXCEEDED",
      `The template has ${bytes} bytes, and at most ${MAX_BYTES} can be stored. Next: shorten its texts.`,
    );
  }
  const row = { id: newId("template"), name, json, createdBy: given.createdBy, now: new Date() };
  return { name, template, ...(await savePlanTemplate(context, row)) };
}
