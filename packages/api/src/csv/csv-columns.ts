import type {
  ConsoleClaim,
  ConsoleOutput,
  ConsolePlan,
  ConsoleRun,
  ConsoleToolCall,
  ListedArtifact,
  PlanSource,
} from "@trovella/db/console";
import { titleOf } from "@trovella/plan-engine";
import type { SearchHit } from "@trovella/search";
import { outputCard } from "../output-card.ts";
import type { CsvColumns } from "./write-csv.ts";

export const PLAN_CSV_COLUMNS: CsvColumns<ConsolePlan> = {
  Name: ({ name }) => titleOf(name),
  Mode: ({ mode }) => mode,
  Question: ({ researchQuestion }) => researchQuestion,
  Status: ({ activity }) => activity,
  "Steps done": ({ doneCount }) => doneCount,
  "Steps failed": ({ failedCount }) => failedCount,
  Steps: ({ stepCount }) => stepCount,
  Findings: ({ artifactCount }) => artifactCount,
  Sources: ({ sourceCount }) => sourceCount,
  Confidence: ({ confidence }) => confidence,
  Owner: ({ createdBy }) => createdBy,
  Created: ({ createdAt }) => createdAt,
  Updated: ({ updatedAt }) => updatedAt,
  Completed: ({ completedAt }) => completedAt,
  Plan: ({ handle }) => handle,
  ID: ({ id }) => id,
};

export const OUTPUT_CSV_COLUMNS: CsvColumns<ConsoleOutput> = {
  Title: ({ title }) => title,
  Plan: ({ planTitle }) => planTitle,
  Answer: (output) => outputCard(output).answer,
  Format: ({ mediaType }) => mediaType,
  Version: ({ version }) => version,
  "Latest version": ({ latestVersion }) => latestVersion,
  Draft: ({ isDraft }) => isDraft,
  "Claims cited": (output) => outputCard(output).quality.claims,
  "Claims with problems": (output) => outputCard(output).quality.problems,
  "Cites sources": ({ isCiting }) => isCiting,
  Feedback: ({ satisfaction }) => satisfaction,
  Characters: ({ characters }) => characters,
  Owner: ({ ownerId }) => ownerId,
  Written: ({ createdAt }) => createdAt,
  ID: ({ id }) => id,
  "Plan ID": ({ planId }) => planId,
};

export const ARTIFACT_CSV_COLUMNS: CsvColumns<ListedArtifact> = {
  Title: ({ title }) => title,
  Type: ({ artifactType }) => artifactType,
  Summary: ({ summary, excerpt }) => summary ?? excerpt,
  Plan: ({ planTitle }) => planTitle,
  Confidence: ({ confidence }) => confidence,
  Sources: ({ sourceCount }) => sourceCount,
  Characters: ({ characters }) => characters,
  Stored: ({ createdAt }) => createdAt,
  ID: ({ id }) => id,
  "Plan ID": ({ planId }) => planId,
};

export const HIT_CSV_COLUMNS: CsvColumns<SearchHit> = {
  Title: ({ title }) => title,
  Kind: ({ artifactType, sourceTable }) => artifactType ?? sourceTable,
  Passage: ({ snippet }) => snippet.replaceAll("**", ""),
  Match: ({ relevance }) => relevance,
  Plan: ({ planName }) => planName && titleOf(planName),
  Question: ({ researchQuestion }) => researchQuestion,
  Stored: ({ createdAt }) => createdAt,
  ID: ({ sourceId }) => sourceId,
  "Plan ID": ({ planId }) => planId,
};

export const CLAIM_CSV_COLUMNS: CsvColumns<ConsoleClaim> = {
  Number: ({ number }) => number,
  Statement: ({ statement }) => statement,
  Kind: ({ kind }) => kind,
  Status: ({ status }) => status,
  Level: ({ level }) => level,
  Key: ({ isKey }) => isKey,
  Disputed: ({ isDisputed }) => isDisputed,
  Withdrawn: ({ isWithdrawn }) => isWithdrawn,
  Problems: ({ problemCodes }) => problemCodes.join(" "),
  Sources: ({ sourceCount }) => sourceCount,
  Verdict: ({ audit }) => audit,
  Plan: ({ planTitle }) => planTitle,
  Recorded: ({ createdAt }) => createdAt,
  ID: ({ id }) => id,
  "Plan ID": ({ planId }) => planId,
};

export const RUN_CSV_COLUMNS: CsvColumns<ConsoleRun> = {
  Topic: ({ topic }) => topic,
  Skill: ({ skillName }) => skillName,
  Status: ({ status }) => status,
  Plan: ({ planTitle }) => planTitle,
  "Plan status": ({ planActivity }) => planActivity,
  Error: ({ errorMessage }) => errorMessage,
  Started: ({ startedAt }) => startedAt,
  Completed: ({ completedAt }) => completedAt,
  "Duration (ms)": ({ durationMs }) => durationMs,
  User: ({ userId }) => userId,
  ID: ({ id }) => id,
  "Plan ID": ({ planId }) => planId,
};

export const CALL_CSV_COLUMNS: CsvColumns<ConsoleToolCall> = {
  At: ({ createdAt }) => createdAt,
  Tool: ({ toolName }) => toolName,
  Failed: ({ isError }) => isError,
  Error: ({ errorCode }) => errorCode,
  "Duration (ms)": ({ durationMs }) => durationMs,
  Client: ({ clientName }) => clientName,
  "Client version": ({ clientVersion }) => clientVersion,
  User: ({ userId }) => userId,
  Session: ({ sessionId }) => sessionId,
  Request: ({ request }) => request,
  Response: ({ response }) => response,
  "Plan ID": ({ planId }) => planId,
  "Step ID": ({ stepId }) => stepId,
  ID: ({ id }) => id,
};

export const SOURCE_CSV_COLUMNS: CsvColumns<PlanSource> = {
  Number: ({ number }) => number,
  Title: ({ title }) => title,
  URL: ({ url }) => url,
  Quote: ({ quote }) => quote,
  Published: ({ publishedAt }) => publishedAt,
  "Finding ID": ({ artifactId }) => artifactId,
  ID: ({ id }) => id,
};
