import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { Browser, createOwner, createTestIdentity, type TestIdentity } from "./test-identity.ts";
import { Program } from "./test-program.ts";

export interface TestOwner {
  readonly userId: string;
  readonly organizationId: string;
  readonly email: string;
}

export interface TestTeam {
  readonly test: TestDatabase;
  readonly setup: TestIdentity;
  readonly owner: TestOwner;
}

/** A database of its own with an identity and the first owner. */
export async function createTestTeam(
  socketDirectory: string,
  options: Parameters<typeof createTestIdentity>[1] = {},
): Promise<TestTeam> {
  const test = await createTestDatabase(socketDirectory, []);
  const setup = createTestIdentity(test.database, options);
  return { test, setup, owner: await createOwner(setup.identity) };
}

/** In addition the owner's browser, signed in, and a registered OAuth client. */
export async function createTestTeamWithClient(
  socketDirectory: string,
  options: Parameters<typeof createTestTeam>[1] = {},
): Promise<TestTeam & { readonly browser: Browser; readonly program: Program }> {
  const team = await createTestTeam(socketDirectory, options);
  const { identity } = team.setup;
  const browser = new Browser(identity);
  await browser.signIn(team.owner.email);
  const program = new Program(identity);
  await program.register();
  return { ...team, browser, program };
}
