import { createHash } from "node:crypto";
import { newId } from "@trovella/db";
import type { CaptureFailure, ClaimedCapture, NewCapture } from "@trovella/db/evidence";
import type { FetchProblem, Headers, PublicResource } from "./guard/index.ts";
import type { PageText } from "./page/page-text.ts";

/** Either the job ends with a capture, with text or with the reason why there is none, or it is tried again later. */
export type CaptureOutcome =
  | { readonly capture: NewCapture }
  | { readonly waitMs: number; readonly problem: string };

export interface OutcomeOptions {
  readonly now: Date;
  /** Before the second attempt; longer before the third. */
  readonly retryMs: number;
}

const MAX_ATTEMPTS = 3;
const BACKOFF = 4;
const MAX_WAIT_MS = 3_600_000;
const MAX_TYPE_LENGTH = 200;
const MAX_URL_LENGTH = 4_000;

/** What becomes of a job whose resource was fetched; `page` is null when it has no readable text. */
export function outcomeOf(
  job: ClaimedCapture,
  { resource, page }: { readonly resource: PublicResource; readonly page: PageText | null },
  options: OutcomeOptions,
): CaptureOutcome {
  const { status, headers, finalUrl, bytes } = resource;
  const failure = failureOf(status, page);
  const mayPass = failure === "status" && (status === 429 || status >= 500);
  const retry =
    mayPass && retryOf(job, `status ${status}`, options, retryAfterMs(headers, options));
  if (retry) return retry;
  return captureOf(job, options, {
    httpStatus: status,
    finalUrl: finalUrl.slice(0, MAX_URL_LENGTH),
    contentType: contentTypeOf(headers).slice(0, MAX_TYPE_LENGTH) || null,
    bytesSha256: bytes.length > 0 ? sha256(bytes) : null,
    failure,
    ...(failure === null ? page : {}),
  });
}

/** What becomes of a job whose resource could not be fetched. */
export function failedOutcome(
  job: ClaimedCapture,
  { problem, detail }: FetchProblem,
  options: OutcomeOptions,
): CaptureOutcome {
  const mayPass = problem === "slow" || problem === "unreachable";
  const retry = mayPass && retryOf(job, `${problem}: ${detail}`, options);
  return retry || captureOf(job, options, { failure: FAILURES[problem] });
}

const FAILURES: Readonly<Record<FetchProblem["problem"], CaptureFailure>> = {
  refused: "refused",
  unreachable: "unreachable",
  slow: "slow",
  too_large: "too_large",
  unreadable: "unreadable",
  // It answers with nothing but redirects.
  redirects: "status",
};

export function contentTypeOf(headers: Headers): string {
  return String(headers["content-type"] ?? "");
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function failureOf(status: number, page: PageText | null): CaptureFailure | null {
  if (status === 404 || status === 410) return "dead";
  if (!isSuccess(status)) return "status";
  return page ? null : "unreadable";
}

function retryOf(
  { attempts }: ClaimedCapture,
  problem: string,
  { retryMs }: OutcomeOptions,
  askedMs = 0,
): CaptureOutcome | null {
  if (attempts + 1 >= MAX_ATTEMPTS) return null;
  const waitMs = Math.max(retryMs * BACKOFF ** attempts, askedMs);
  return { waitMs: Math.min(waitMs, MAX_WAIT_MS), problem };
}

/** Seconds, or a date (RFC 9110). */
function retryAfterMs(headers: Headers, { now }: OutcomeOptions): number {
  const value = String(headers["retry-after"] ?? "").trim();
  if (/^\d{1,9}$/.test(value)) return 1_000 * Number(value);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? 0 : Math.max(0, dateMs - now.getTime());
}

function captureOf(
  { key, url }: ClaimedCapture,
  { now }: OutcomeOptions,
  found: Partial<NewCapture>,
): CaptureOutcome {
  const text = found.text ?? "";
  return {
    capture: {
      id: newId("capture"),
      key,
      url,
      capturedBy: "server",
      fetchedAt: now,
      finalUrl: null,
      httpStatus: null,
      contentType: null,
      bytesSha256: null,
      words: 0,
      language: null,
      extractor: null,
      failure: null,
      ...found,
      text,
      textSha256: sha256(text),
    },
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
