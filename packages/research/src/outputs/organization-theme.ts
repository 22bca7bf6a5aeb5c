import type { Database, Tenant, TenantContext } from "@trovella/db";
import { deleteDocumentTheme, readDocumentTheme, saveDocumentTheme } from "@trovella/db/identity";
import {
  DEFAULT_THEME,
  parseTheme,
  renderApart,
  type Theme,
  type ThemeFile,
  themeFile,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { organizationName, themeOf } from "./document-settings.ts";
import { throwRenderingError } from "./rendering-error.ts";
import { sampleDocument } from "./sample-document.ts";

export interface OrganizationTheme {
  readonly theme: ThemeFile;
  readonly isDefault: boolean;
  readonly updatedAt: Date | null;
  /** The user who changed it last. */
  readonly updatedBy: string | null;
}

/** How the documents of the organization look now. */
export async function readTheme(context: TenantContext): Promise<OrganizationTheme> {
  const stored = await readDocumentTheme(context);
  return {
    theme: themeFile(themeOf(stored?.theme)),
    isDefault: stored === null,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

/** Checks a theme file and keeps it. Throws an AppError that names all of its problems. */
export async function changeTheme(
  context: TenantContext,
  { file, userId }: { readonly file: unknown; readonly userId: string | null },
  now: Date,
): Promise<ThemeFile> {
  const theme = checkTheme(file);
  const { logo, series, ...rest } = theme;
  const image = logo && `${logo.mediaType}, ${logo.width} × ${logo.height}`;
  const summary = { ...rest, series: [...series], logo: image };
  await saveDocumentTheme(context, { theme: themeFile(theme), userId, summary }, now);
  return themeFile(theme);
}

/** Back to the default look; false where it was that already. */
export function resetTheme(context: TenantContext): Promise<boolean> {
  return deleteDocumentTheme(context);
}

export const DEFAULT_THEME_FILE: ThemeFile = themeFile(DEFAULT_THEME);

export interface PreviewRequest {
  readonly file: unknown;
  /** Of the sample. */
  readonly language: "en" | "de";
}

/** A short sample report as a page in a theme that nobody has stored yet. */
export async function previewTheme(
  database: Database,
  tenant: Tenant,
  { file, language }: PreviewRequest,
): Promise<string> {
  const theme = checkTheme(file);
  const organization = await organizationName(database, tenant, theme);
  const deliverable = { ...sampleDocument(language), organization, theme };
  const { organizationId } = tenant;
  const { bytes } = await renderApart(deliverable, { format: "html", organizationId }).catch(
    throwRenderingError,
  );
  return new TextDecoder().decode(bytes);
}

function checkTheme(file: unknown): Theme {
  const { theme, problems } = parseTheme(file);
  if (theme) return theme;
  const sentences = problems.map(({ message }) => message).join(" ");
  throw new AppError("INVALID_INPUT", sentences, { problems });
}
