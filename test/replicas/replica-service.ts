import { type TestMember, tokenOf } from "../e2e/support/team-server.ts";
import type { Service } from "../proof/support/service.ts";
import type { TeamReplicas } from "./team-replicas.ts";

/** The replicas as a Service for the proofs: clients connect through nginx as this member, each with its own token. */
export async function replicaService(
  replicas: TeamReplicas,
  member: Omit<TestMember, "role">,
  clients: number,
): Promise<Service> {
  const { url, servers, target, asSuperuser } = replicas;
  const tokens = await tokensOf(replicas, member, clients);
  return {
    servers,
    entrancesFor: (client) => [{ url, token: tokens[client % tokens.length] ?? "" }],
    organizationId: member.organizationId,
    target,
    asSuperuser,
  };
}

export async function tokensOf(
  { database }: Pick<TeamReplicas, "database">,
  member: Omit<TestMember, "role">,
  count: number,
): Promise<string[]> {
  const tokens: string[] = [];
  for (let made = 0; made < count; made += 1) tokens.push(await tokenOf(database, member));
  return tokens;
}
