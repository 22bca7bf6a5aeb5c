import type { Database } from "@trovella/db";
import { createToken } from "@trovella/db/identity";
import type { Identity } from "../../../identity/src/identity.ts";
import { addMember, Browser, createOwner, createTestIdentity } from "../identity/test-identity.ts";
import { Program, tokensIn } from "../identity/test-program.ts";
import { claimStep, createPlan, submitStep } from "../mcp/plan-loop.ts";

/** All ways in which a user or their client authenticates. */
export interface Credentials {
  readonly email: string;
  readonly cookies: ReadonlyMap<string, string>;
  readonly personalToken: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Users with their credentials, and plans in every stage: a backup has to bring back both. */
export async function fillTeam(
  database: Database,
  { people, plans }: { readonly people: number; readonly plans: number },
): Promise<Credentials[]> {
  const { identity } = createTestIdentity(database);
  const owner = await createOwner(identity);
  const { organizationId, userId: actorId } = owner;
  const members: { userId: string; email: string }[] = [owner];
  for (let number = 1; number < people; number += 1) {
    const member = { organizationId, actorId, name: `Person${number}`, role: "member" as const };
    members.push(await addMember(identity, member));
  }
  const worker = { database, tenant: { organizationId }, agent: "drill" };
  for (let number = 0; number < plans; number += 1) {
    const { plan } = await createPlan(worker, 4);
    for (let step = 0; step < number % 5; step += 1) {
      const claim = await claimStep(worker, plan.id);
      if (claim) await submitStep(worker, plan.id, claim);
    }
  }
  const all: Credentials[] = [];
  for (const member of members) {
    all.push(await credentialsOf(identity, database, { ...member, organizationId }));
  }
  return all;
}

async function credentialsOf(
  identity: Identity,
  database: Database,
  member: { readonly userId: string; readonly email: string; readonly organizationId: string },
): Promise<Credentials> {
  const { userId, email, organizationId } = member;
  const browser = new Browser(identity);
  await browser.signIn(email);
  const program = new Program(identity);
  await program.register();
  const tokens = await program.tokensBy(browser, organizationId);
  const options = { tenant: { organizationId }, userId, name: "Laptop", scopes: ["read" as const] };
  const { token } = await createToken(database, { ...options, expiresInDays: 30 }, new Date());
  return {
    email,
    cookies: browser.cookies,
    personalToken: token,
    clientId: program.clientId,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  };
}

/** A server, or its identity alone. */
export interface Authentication {
  readonly identity: Pick<Identity, "handle">;
  isAuthenticated(headers: Readonly<Record<string, string>>): Promise<boolean>;
}

/** The credentials that no longer work. Refreshing replaces the tokens, so it comes last. */
export async function lostCredentials(
  { identity, isAuthenticated }: Authentication,
  credentials: readonly Credentials[],
): Promise<string[]> {
  const lost: string[] = [];
  const note = (isFine: boolean, what: string) => void (isFine || lost.push(what));
  for (const { email, ...one } of credentials) {
    const browser = new Browser(identity as Identity);
    for (const [name, value] of one.cookies) browser.cookies.set(name, value);
    note(await isAuthenticated(browser.headers()), `the session of ${email}`);
    note(await isAuthenticated(bearer(one.personalToken)), `the token of ${email}`);
    note(await isAuthenticated(bearer(one.accessToken)), `the access token of ${email}`);
    const again = new Browser(identity as Identity);
    await again.signIn(email);
    note(await isAuthenticated(again.headers()), `the password of ${email}`);
    const program = new Program(identity as Identity);
    program.clientId = one.clientId;
    const refreshed = await program.refresh(one.refreshToken);
    note(refreshed.ok, `the refresh token of ${email}`);
    if (refreshed.ok) {
      const { access_token: token } = await tokensIn(refreshed);
      note(await isAuthenticated(bearer(token)), `the new access token of ${email}`);
    }
  }
  return lost;
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
