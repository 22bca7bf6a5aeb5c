import { AppError } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import type { Act, ApiPeople } from "./api-people.ts";
import type { ApiServices } from "./context.ts";

export function peopleOf({ people }: Pick<ApiServices, "people">): ApiPeople {
  if (people) return people;
  throw new AppError(
    "UNAVAILABLE",
    "There are no members in local mode, where nobody signs in. Next: run the server in team mode.",
  );
}

/** The caller as the acting user; who that is never comes from input. */
export function actOf({ tenant, userId }: Caller): Act {
  return { organizationId: tenant.organizationId, actorId: userId };
}

/** The person whose rows are wanted; undefined for those of everybody. */
export function personOf(whose: "all" | "mine", { userId }: Caller): string | undefined {
  return whose === "mine" ? userId : undefined;
}

/** The session of a person; tokens have none. */
export function browserSessionOf({ browserSessionId }: Caller): string {
  if (browserSessionId !== null) return browserSessionId;
  throw browserNeeded();
}

export function browserNeeded(): AppError {
  return new AppError(
    "FORBIDDEN",
    "A token cannot do this: it needs a person who is signed in with a browser. Next: ask them to do it in the console's settings.",
  );
}
