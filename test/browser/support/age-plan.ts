import path from "node:path";
import { withClient } from "@trovella/db";
import { fillFiguresOf } from "@trovella/db/plans";

/** Sets all times of a plan back, as if nothing had happened for these minutes. */
export async function agePlan(
  dataDirectory: string,
  { planId, minutes }: { planId: string; minutes: number },
): Promise<void> {
  const socketDirectory = path.join(dataDirectory, "run");
  const asSuperuser = { socketDirectory, user: "trovella", database: "trovella" };
  const earlier = (column: string) => `${column} = ${column} - $2 * interval '1 minute'`;
  await withClient(asSuperuser, async (client) => {
    await client.query(
      `UPDATE plan_step SET ${["started_at", "completed_at", "last_activity_at", "updated_at"].map(earlier).join(", ")}
       WHERE plan_id = (SELECT id FROM research_plan WHERE handle = $1)`,
      [planId, minutes],
    );
    await client.query(
      `UPDATE research_plan SET ${["created_at", "updated_at"].map(earlier).join(", ")} WHERE handle = $1`,
      [planId, minutes],
    );
    await client.query(fillFiguresOf("own.handle = $1"), [planId]);
  });
}
