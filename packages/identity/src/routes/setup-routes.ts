import { hasPeople, recordSecurityEvent } from "@trovella/db/identity";
import { normalizedEmail } from "../membership/checked-fields.ts";
import { createOwner } from "../membership/create-person.ts";
import { notFoundPage } from "../pages/page.ts";
import { setupPage } from "../pages/setup-page.ts";
import { isSameText } from "../secrets.ts";
import { setupCodeOf } from "../setup-code.ts";
import { readFields } from "./read-form.ts";
import { recordSignIn } from "./record-sign-in.ts";
import { isRateLimited, type RouteContext, seeOther, TOO_MANY_ATTEMPTS } from "./route-context.ts";
import { showProblems } from "./show-problems.ts";
import { addressBuckets } from "./sign-in-limits.ts";

export async function showSetup(context: RouteContext): Promise<Response> {
  const isDone = await hasPeople(context.var.settings.database);
  return isDone ? notFoundPage(context) : setupPage(context);
}

/** Creates the first owner and signs them in. */
export async function setUp(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  if (await hasPeople(settings.database)) return notFoundPage(context);
  const field = await readFields(context.req.raw);
  if (await isRateLimited(context, addressBuckets("sign-in", context.env.address)))
    return setupPage(context, { problem: TOO_MANY_ATTEMPTS, status: 429 });
  if (!isSameText(field("code").trim(), setupCodeOf(settings))) {
    const subject = { kind: "server", id: null, label: "setup code" } as const;
    const refused = { kind: "credential_refused", organizationId: null, subject } as const;
    await recordSecurityEvent(settings.database, refused);
    const problem = "The setup code is wrong. Next: copy it from the log of the server.";
    return setupPage(context, { problem, status: 403 });
  }
  const email = normalizedEmail(field("email"));
  const [name, password] = [field("name"), field("password")];
  const owner = { name, email, password, organizationName: field("organization") };
  return showProblems(
    async () => {
      await createOwner(settings, owner);
      const cookies = await signIn.withPassword(context.req.raw.headers, { email, password });
      await recordSignIn(context, cookies ?? []);
      return seeOther(context, `${settings.origin}/`, cookies ?? []);
    },
    (shown) => setupPage(context, shown),
  );
}
