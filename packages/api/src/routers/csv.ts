import { endRuns } from "@trovella/db/calls";
import {
  listConsoleArtifacts,
  listConsoleClaims,
  listConsoleOutputs,
  listConsolePlans,
  listConsoleRuns,
  listConsoleToolCalls,
  listEvidence,
} from "@trovella/db/console";
import { meaningOf, searchAndCommit } from "@trovella/search";
import { z } from "zod";
import * as columns from "../csv/csv-columns.ts";
import { csvFile } from "../csv/csv-file.ts";
import { writeCsv } from "../csv/write-csv.ts";
import * as input from "../inputs.ts";
import { personOf } from "../people.ts";
import { procedure, procedureApart, router } from "../trpc.ts";
import { artifactFilters } from "./artifact.ts";
import { claimFilters } from "./claims.ts";
import { outputFilters, outputOrder } from "./output.ts";
import { planFilters, planOrder } from "./research-plan.ts";
import { searchFilters } from "./search.ts";
import { runFilters } from "./skill-execution.ts";
import { callFilters } from "./tool-call.ts";

/** The most that a search ranks. */
const MAX_HITS = 100;
const all = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape);

/** The lists of the console as files, with the same filters and orders; limited, and saying so. */
export const csvRouter = router({
  plans: procedure("read")
    .input(all({ ...planFilters, ...planOrder }))
    .query(({ ctx: { context, now, caller }, input: { whose, ...asked } }) =>
      csvFile(columns.PLAN_CSV_COLUMNS, (last, limit) =>
        listConsolePlans(context, {
          ...asked,
          whose: personOf(whose, caller),
          after: last && { key: last.position, id: last.id },
          limit,
          now,
        }),
      ),
    ),

  outputs: procedure("read")
    .input(all({ ...outputFilters, ...outputOrder }))
    .query(({ ctx: { context, caller }, input: { whose, ...asked } }) =>
      csvFile(columns.OUTPUT_CSV_COLUMNS, (last, limit) =>
        listConsoleOutputs(context, {
          ...asked,
          whose: personOf(whose, caller),
          after: last && { key: last.position, id: last.id },
          limit,
        }),
      ),
    ),

  artifacts: procedure("read")
    .input(all(artifactFilters))
    .query(({ ctx: { context }, input }) =>
      csvFile(columns.ARTIFACT_CSV_COLUMNS, (last, limit) =>
        listConsoleArtifacts(context, {
          ...input,
          after: last && { at: last.position, id: last.id },
          limit,
        }),
      ),
    ),

  // No transaction stays open while the query is embedded.
  search: procedureApart("read")
    .input(all(searchFilters))
    .query(async ({ ctx: { inTenant, services }, input: { query, ...filter } }) => {
      const meaning = await meaningOf(await services.embedder(), query);
      const { results } = await inTenant((context) =>
        searchAndCommit(context, meaning, { query, limit: MAX_HITS, onlyNewest: true, ...filter }),
      );
      const text = writeCsv(columns.HIT_CSV_COLUMNS, results);
      return { text, count: results.length, isComplete: results.length < MAX_HITS };
    }),

  claims: procedure("read")
    .input(all(claimFilters))
    .query(({ ctx: { context }, input }) =>
      csvFile(columns.CLAIM_CSV_COLUMNS, (after, limit) =>
        listConsoleClaims(context, { ...input, after, limit }),
      ),
    ),

  runs: procedure("read")
    .input(all(runFilters))
    .query(async ({ ctx: { context, now }, input }) => {
      await endRuns(context, now);
      return csvFile(columns.RUN_CSV_COLUMNS, async (_, limit, offset) => {
        const { executions } = await listConsoleRuns(context, { ...input, limit, offset, now });
        return executions;
      });
    }),

  toolCalls: procedure("read")
    .input(all(callFilters))
    .query(({ ctx: { context, caller }, input: { whose, ...asked } }) =>
      csvFile(columns.CALL_CSV_COLUMNS, (last, limit) =>
        listConsoleToolCalls(context, {
          ...asked,
          whose: personOf(whose, caller),
          beforeId: last?.id ?? null,
          limit,
        }),
      ),
    ),

  /** The sources of a plan's findings, with what is quoted of them. */
  evidence: procedure("read")
    .input(all({ planId: input.id }))
    .query(({ ctx: { context }, input: { planId } }) =>
      csvFile(columns.SOURCE_CSV_COLUMNS, (last, limit) =>
        listEvidence(context, { planId, afterId: last?.id ?? null, limit }),
      ),
    ),
});
