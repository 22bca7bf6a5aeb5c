import { STANCES } from "@trovella/db/evidence";
import { CLAIM_KINDS } from "@trovella/evidence/claim";
import { z } from "zod";
import { meanings } from "./input/meanings.ts";

export const MAX_CLAIMS = 50;
const MAX_EVIDENCE = 8;
const MAX_STATEMENT = 1_000;
const MAX_QUOTE = 2_000;

const statement = z.string().min(1).max(MAX_STATEMENT);
const claimId = z.string().min(1).max(100);
const quote = z.string().min(1).max(MAX_QUOTE);
const stance = z.enum(STANCES).optional();

const claimFields = {
  statement: statement.optional(),
  kind: z.enum(CLAIM_KINDS).optional(),
  key: z.boolean().optional(),
  disputed: z.boolean().optional(),
  restsOn: z.array(claimId).max(MAX_CLAIMS).optional(),
};

const evidence = z.array(z.strictObject({ sourceId: z.string().min(1).max(200), quote, stance }));

/** Claims of a plan; one with a claimId is amended. */
export const claims = z
  .array(
    z.strictObject({
      claimId: claimId.optional(),
      ...claimFields,
      withdraw: z.boolean().optional(),
      evidence: evidence.max(MAX_EVIDENCE).optional(),
    }),
  )
  .min(1)
  .max(MAX_CLAIMS)
  .register(meanings, { listedAs: { items: { type: "object" } } })
  .describe("{statement, key?, evidence: [{sourceId, quote}]}; claimId to amend");

const MAX_FINDING_CLAIMS = 20;

/** Claims of a finding; a text is a statement that rests on the quotes of the finding's sources. */
export const findingClaims = z
  .array(
    z
      .strictObject({
        ...claimFields,
        evidence: z
          .array(
            z.strictObject({
              /** The place in the finding's sources, from 1. */
              source: z.int().min(1).optional(),
              sourceId: z.string().min(1).max(200).optional(),
              quote: quote.optional(),
              stance,
            }),
          )
          .max(MAX_EVIDENCE)
          .optional(),
      })
      .register(meanings, { fromText: (text) => ({ statement: text }) }),
  )
  .max(MAX_FINDING_CLAIMS)
  .optional();

/** How claims stand, in a reply. */
export const claimsInReply = z.array(
  z.looseObject({ claimId: z.string(), status: z.string(), level: z.int() }),
);
export const claimSummary = z.record(z.string(), z.int());
