import { withClient } from "@trovella/db";
import type { TestDatabase } from "../database/test-database.ts";
import { CLAIM_EXAMPLES, CLAIM_SOURCES, type ExampleClaim } from "./claim-examples.ts";

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

interface Place {
  readonly organizationId: string;
  /** Or its handle. */
  readonly planId: string;
  /** Makes the ids unique. */
  readonly key: string;
}

/** The number of claims that were not withdrawn. */
export const SEEDED_CLAIMS = CLAIM_EXAMPLES.filter(({ isWithdrawn }) => !isWithdrawn).length;

/** Adds the example claims to a plan, with their sources and captured texts; their ids in order. */
export async function seedClaims(
  asSuperuser: TestDatabase["asSuperuser"],
  named: Place,
): Promise<{ readonly claimIds: readonly string[]; readonly sourceId: (name: string) => string }> {
  const place = await withClient(asSuperuser, async (client) => {
    const { rows } = await client.query("SELECT id FROM research_plan WHERE $1 IN (id, handle)", [
      named.planId,
    ]);
    const place = { ...named, planId: rows[0].id as string };
    await client.query(
      `INSERT INTO research_artifact (organization_id, id, plan_id, artifact_type, title, content, content_text)
       VALUES ($1, $3, $2, 'finding', 'What trials say', '"x"', 'Trials agree.')`,
      [place.organizationId, place.planId, `art_${place.key}`],
    );
    for (const [index, name] of Object.keys(CLAIM_SOURCES).entries())
      await seedSource(client, place, name as keyof typeof CLAIM_SOURCES, index + 1);
    for (const [index, claim] of CLAIM_EXAMPLES.entries())
      await seedClaim(client, place, claim, index + 1);
    return place;
  });
  return {
    claimIds: CLAIM_EXAMPLES.map((_, index) => claimId(place, index + 1)),
    sourceId: (name) => `src_${place.key}${name}`,
  };
}

function claimId({ key }: Place, number: number): string {
  return `clm_${key}${String(number).padStart(2, "0")}`;
}

async function seedSource(
  client: Client,
  { organizationId, planId, key }: Place,
  name: keyof typeof CLAIM_SOURCES,
  position: number,
): Promise<void> {
  const { title, url, text } = CLAIM_SOURCES[name];
  const sourceId = `src_${key}${name}`;
  await client.query(
    "INSERT INTO research_source (organization_id, id, artifact_id, position, url, title) VALUES ($1, $2, $3, $4, $5, $6)",
    [organizationId, sourceId, `art_${key}`, position, url, title],
  );
  await client.query(
    `INSERT INTO plan_source (organization_id, plan_id, number, key, source_id)
     SELECT $1, $2, (SELECT coalesce(max(number), 0) + 1 FROM plan_source WHERE plan_id = $2), key, id
     FROM research_source WHERE id = $3`,
    [organizationId, planId, sourceId],
  );
  await client.query(
    `INSERT INTO source_capture (organization_id, id, key, url, captured_by, http_status, fetched_at, text_sha256, text, words, failure)
     SELECT $1, $2, key, url, 'server', $4, now() - interval '2 hours', md5($5), $5, 200, $6 FROM research_source WHERE id = $3
     ON CONFLICT DO NOTHING`,
    [organizationId, `cap_${key}${name}`, sourceId, text ? 200 : 404, text, text ? null : "dead"],
  );
}

async function seedClaim(
  client: Client,
  place: Place,
  claim: ExampleClaim,
  number: number,
): Promise<void> {
  const { organizationId, planId, key } = place;
  const id = claimId(place, number);
  const restsOn = (claim.restsOn ?? []).map((other) => claimId(place, other));
  await client.query(
    `INSERT INTO claim (organization_id, id, plan_id, number, statement, kind, is_key, is_disputed, rests_on, digest, status, level, problems, judged_at, withdrawn_at)
     VALUES ($1, $3, $2, $4, $5, $6, $7, false, $8, md5($5), $9, $10, $11, now(), CASE WHEN $12 THEN now() END)`,
    [
      organizationId,
      planId,
      id,
      number,
      claim.statement,
      claim.kind,
      claim.isKey ?? false,
      restsOn,
      claim.status,
      claim.level,
      JSON.stringify(claim.problems ?? []),
      claim.isWithdrawn ?? false,
    ],
  );
  for (const [index, evidence] of claim.evidence.entries()) {
    const { source, quote, verdict, passage = quote, stance = "supports", details } = evidence;
    const start = passage === null ? -1 : CLAIM_SOURCES[source].text.indexOf(passage);
    await client.query(
      `INSERT INTO claim_evidence (organization_id, id, claim_id, position, source_id, key, stance, quote, verdict, level, capture_id, start_at, end_at, passage, details)
       SELECT $1, $2, $3, $4, id, key, $6, $7, $8, $9, (
           SELECT capture.id FROM source_capture AS capture WHERE capture.key = source.key AND capture.organization_id = $1 AND $10 LIMIT 1),
         $11, $12, $13, $14 FROM research_source AS source WHERE id = $5`,
      [
        organizationId,
        `evi_${key}${number}_${index + 1}`,
        id,
        index + 1,
        `src_${key}${source}`,
        stance,
        quote,
        verdict,
        verdict === "exact" || verdict === "normalised" ? 3 : 0,
        !evidence.isUncaptured,
        start < 0 ? null : start,
        start < 0 ? null : start + (passage?.length ?? 0),
        passage,
        details ? JSON.stringify(details) : null,
      ],
    );
  }
}
