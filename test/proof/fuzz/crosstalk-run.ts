import { ERAS } from "@trovella/testing/mcp/mcp-client";
import { MarkedClient } from "./crosstalk.ts";

const CLIENTS = 64;
const SHOWN = 20;

/** The endpoint and organization of a client. */
export interface Place {
  readonly url: string;
  readonly organization: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Campaign {
  readonly calls: number;
  readonly seed: number;
  placeOf(index: number): Place;
}

/** Runs concurrent clients with identical request ids; prints the result, true if each got only its own replies. */
export async function proveNoCrosstalk(campaign: Campaign): Promise<boolean> {
  const { seed, placeOf } = campaign;
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const { url, organization, headers } = placeOf(index);
    return new MarkedClient(url, {
      index,
      era: ERAS[(index >> 1) % 2] ?? ERAS[0],
      seed,
      clients: CLIENTS,
      isPeer: (other) => placeOf(other).organization === organization,
      headers,
    });
  });
  try {
    const startedAt = performance.now();
    let left = campaign.calls;
    await Promise.all(
      clients.map(async (client) => {
        while (left > 0) {
          left -= 1;
          await client.work();
        }
      }),
    );
    return judge(clients, campaign, (performance.now() - startedAt) / 1000);
  } finally {
    for (const client of clients) client.close();
  }
}

function judge(
  clients: readonly MarkedClient[],
  { calls: due, seed }: Campaign,
  seconds: number,
): boolean {
  const problems = clients.flatMap((client) => client.problems);
  const sum = (numberOf: (client: MarkedClient) => number) =>
    clients.reduce((total, client) => total + numberOf(client), 0);
  const calls = sum((client) => client.calls);
  const hits = sum((client) => client.hits);
  const hitsOfPeers = sum((client) => client.hitsOfPeers);
  for (const problem of problems.slice(0, SHOWN)) console.log(problem);
  console.log(
    `${hits} hits of searches, ${hitsOfPeers} of them stored by others of the same organization`,
  );
  console.log(
    `${CLIENTS} clients of both revisions with the same request ids, ${calls} calls (seed ${seed}) in ${seconds.toFixed(1)} s: ` +
      `${problems.length} replies that belong to another client`,
  );
  // Without hits from other clients a missing leak would prove nothing.
  const isTrivial = calls < due || hitsOfPeers === 0;
  if (isTrivial) console.log("Too few hits: this run is not significant.");
  return problems.length === 0 && !isTrivial;
}
