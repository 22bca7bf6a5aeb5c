import path from "node:path";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { type SeedSize, seedConsole } from "@trovella/testing/console/seed-console";

const DAY_MS = 24 * 60 * 60 * 1000;
const SIZE = { plans: 300, auditRows: 1_500, toolCalls: 900 };

/** Research of four months, which ended some days ago: more days than a client could work in a test. */
export async function seedDays(
  dataDirectory: string,
  { endedDaysAgo, size = SIZE }: { endedDaysAgo: number; size?: SeedSize },
): Promise<void> {
  const socketDirectory = path.join(dataDirectory, "run");
  const asSuperuser = { socketDirectory, user: "trovella", database: "trovella" };
  const now = new Date(Date.now() - endedDaysAgo * DAY_MS);
  await seedConsole({ asSuperuser }, { organizationId: LOCAL_ORGANIZATION_ID, now, size });
}
