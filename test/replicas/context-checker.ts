import { type Database, withTenantContext } from "@trovella/db";
import { tenantQuery } from "@trovella/testing/database/tenant-query";

/** Checks the tenant context of transactions on the connections that the servers share; collects mismatches. */
export class ContextChecker {
  readonly problems: string[] = [];
  checks = 0;
  private readonly pooled: Database;

  constructor(pooled: Database) {
    this.pooled = pooled;
  }

  /** Once inside the organization, with or without an error, and once outside any. */
  async checkBoth(organizationId: string, isFailing: boolean): Promise<void> {
    await withTenantContext(this.pooled, { organizationId }, async (context) => {
      const [found] = await tenantQuery(context, CONTEXT);
      this.check(found, { role: "app_tenant", organization: organizationId });
      if (isFailing) await tenantQuery(context, "SELECT 1 / 0");
    }).catch((error) => {
      if (!isFailing) throw error;
    });
    const client = await this.pooled.connect();
    const { rows } = await client.query(CONTEXT);
    client.release();
    this.check(rows[0], { role: "none", organization: "" });
  }

  private check(found: unknown, expected: object): void {
    this.checks += 1;
    const text = JSON.stringify(found);
    if (text !== JSON.stringify(expected)) {
      this.problems.push(`${text} instead of ${JSON.stringify(expected)}`);
    }
  }
}

const CONTEXT = `SELECT current_setting('role') AS role,
  coalesce(current_setting('app.organization_id', true), '') AS organization`;
