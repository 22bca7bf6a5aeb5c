import path from "node:path";
import { LOCAL_ORGANIZATION_ID } from "@trovella/db/identity";
import { seedClaims } from "@trovella/testing/console/seed-claims";

/** Gives a plan of a local server one claim of every kind. */
export function makeClaims(dataDirectory: string, planId: string, key = "seen") {
  const socketDirectory = path.join(dataDirectory, "run");
  const asSuperuser = { socketDirectory, user: "trovella", database: "trovella" };
  return seedClaims(asSuperuser, { organizationId: LOCAL_ORGANIZATION_ID, planId, key });
}
