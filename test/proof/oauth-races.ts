/** Three servers on one PostgreSQL: 200 concurrent refreshes keep one token family, 200 revocations racing refreshes leave no token, 25 times. */
import { openReplicas } from "@trovella/testing/credentials/open-replicas";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const ROUNDS = Number(process.argv[2] ?? 25);
const AT_ONCE = 200;
const SERVERS = 3;

await withTemporaryCluster("oauth-races", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  const replicas = await openReplicas(test.target, SERVERS);
  const sums = { lostFamilies: 0, refused: 0, liveTokens: 0, goodAnswers: 0 };
  const orders = { refreshedFirst: 0, revokedFirst: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await replicas.refreshTogether(AT_ONCE);
    const isOneAlive = family.successors === 1 && family.liveFamilies === 1;
    const isWhole = isOneAlive && family.liveRefreshTokens === 1 && family.goesOn;
    sums.lostFamilies += isWhole && family.isGoodEverywhere ? 0 : 1;
    sums.refused += family.refused;
    const races = await replicas.revokeAgainstRefresh(AT_ONCE);
    sums.liveTokens += races.liveTokens;
    sums.goodAnswers += races.goodAnswers;
    orders.refreshedFirst += races.refreshedFirst;
    orders.revokedFirst += races.revokedFirst;
  }
  console.log(
    `${ROUNDS * AT_ONCE} refreshes in ${ROUNDS} rounds over ${SERVERS} servers: ${sums.refused} refused, ${sums.lostFamilies} families lost or split.`,
  );
  console.log(
    `${ROUNDS * AT_ONCE} races (${orders.refreshedFirst} refreshed first, ${orders.revokedFirst} revoked first): ${sums.liveTokens} live tokens, ${sums.goodAnswers} good answers.`,
  );
  const areBothShown = orders.refreshedFirst > 0 && orders.revokedFirst > 0;
  const isFine = areBothShown && Object.values(sums).every((sum) => sum === 0);
  if (!isFine) process.exitCode = 1;
  await replicas.close();
  await test.drop();
});
