import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import {
  isLocalOrganization,
  readDocumentTheme,
  readOrganizationName,
} from "@trovella/db/identity";
import { DEFAULT_THEME, type Deliverable, parseTheme, type Theme } from "@trovella/deliverables";

/** What every document of an organization has in common: whose it is, and how it looks. */
export async function documentSettings(
  database: Database,
  tenant: Tenant,
): Promise<Required<Pick<Deliverable, "organization" | "theme">>> {
  const stored = await withTenantContext(database, tenant, readDocumentTheme);
  const theme = themeOf(stored?.theme);
  return { organization: await organizationName(database, tenant, theme), theme };
}

/** A theme that another version stored and this one cannot read is no reason to refuse a document. */
export function themeOf(stored: unknown): Theme {
  return parseTheme(stored ?? {}).theme ?? DEFAULT_THEME;
}

/** Local mode has no organization to name, but its theme may carry one. */
export async function organizationName(
  database: Database,
  { organizationId }: Tenant,
  theme: Pick<Theme, "name">,
): Promise<string> {
  if (!(await isLocalOrganization(database, organizationId))) {
    return (await readOrganizationName(database, organizationId)) ?? "";
  }
  return theme.name === DEFAULT_THEME.name ? "" : theme.name;
}
