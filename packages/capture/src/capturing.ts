import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, type Tenant, withBackgroundContext } from "@trovella/db";
import {
  type ClaimedCapture,
  claimCaptureJobs,
  delayCaptureJobs,
  nextCaptureMs,
  pendingCaptureKeys,
  saveCaptures,
} from "@trovella/db/evidence";
import { eachOrganization } from "@trovella/db/identity";
import { NamedTimers } from "@trovella/foundation";
import {
  type CaptureOutcome,
  contentTypeOf,
  failedOutcome,
  isSuccess,
  outcomeOf,
} from "./capture-outcome.ts";
import { fetchPublic, type Network } from "./guard/index.ts";
import { HostTurns } from "./host-turns.ts";
import { mayBeText } from "./page/media-kind.ts";
import { PageProcesses } from "./page/page-processes.ts";

export interface CapturingOptions {
  readonly database: Database;
  readonly network: Network;
  /** The version of this program, for its name as sites see it. */
  readonly fetchedBy: string;
  /** After the capture of these sources was stored, with or without a text. */
  onCaptured?(tenant: Tenant, keys: readonly string[]): void;
  onProblem?(error: unknown): void;
  readonly now: () => Date;
  /** From one request to a host to the next. */
  readonly hostGapMs?: number;
  readonly retryMs?: number;
  readonly lockMs?: number;
  readonly timeoutMs?: number;
  /** Interval of the sweep for work that another process left behind. */
  readonly sweepMs?: number;
}

export interface Capturing {
  /** Call after sources of this organization were stored and committed. */
  wake(organizationId: string): void;
  /** Resolves when no capture of these sources is pending, by this or another process, or after the timeout. */
  settled(organizationId: string, keys: readonly string[], timeoutMs: number): Promise<void>;
  /** Resolves when nothing can be captured for the moment. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5";
const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;

const MAX_REQUESTS = 6;
const HOST_GAP_MS = 1_000;
/** Claimed jobs, most of which wait for the turn of their host. */
const MAX_CLAIMED = 24;
const MAX_CLAIMED_OF_ONE = 6;
const LOCK_MS = 300_000;
const RETRY_MS = 30_000;
/** Rare, because it wakes an embedded database that was stopped when idle. */
const SWEEP_MS = 3_600_000;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 300_000;
const MIN_POLL_MS = 50;
const MAX_POLL_MS = 500;

/** Reads the pages of stored sources in the background, round-robin over organizations. */
export function startCapturing(options: CapturingOptions): Capturing {
  return new Capturer(options);
}

class Capturer implements Capturing {
  private readonly options: CapturingOptions;
  private readonly pages = new PageProcesses();
  private readonly turns: HostTurns;
  private readonly closing = new AbortController();
  /** Organizations that may have work, in order. */
  private readonly waiting = new Set<string>();
  /** Jobs in progress, by organization. */
  private readonly claimed = new Map<string, Set<Promise<void>>>();
  private readonly timers = new NamedTimers();
  private claiming: Promise<void> | null = null;
  private backoffMs = MIN_BACKOFF_MS;
  private isPaused = false;

  constructor(options: CapturingOptions) {
    this.options = options;
    // One per request and per call that waits for pages.
    setMaxListeners(0, this.closing.signal);
    this.turns = new HostTurns({ atOnce: MAX_REQUESTS, gapMs: options.hostGapMs ?? HOST_GAP_MS });
    this.sweep();
  }

  wake(organizationId: string): void {
    if (this.isClosed) return;
    this.waiting.add(organizationId);
    this.run();
  }

  async settled(organizationId: string, keys: readonly string[], timeoutMs: number): Promise<void> {
    if (keys.length === 0) return;
    const until = performance.now() + timeoutMs;
    const { signal } = this.closing;
    for (let pollMs = MIN_POLL_MS; ; pollMs = Math.min(2 * pollMs, MAX_POLL_MS)) {
      const pending = await this.inTenant(organizationId, (context) =>
        pendingCaptureKeys(context, keys),
      );
      const leftMs = until - performance.now();
      if (pending.length === 0 || leftMs <= 0 || this.isClosed) return;
      const waitMs = Math.min(pollMs, leftMs);
      await sleep(waitMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  async idle(): Promise<void> {
    for (;;) {
      const running = [...this.claimed.values()].flatMap((jobs) => [...jobs]);
      if (this.claiming) running.push(this.claiming);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.timers.close();
    this.turns.close();
    this.pages.close();
    await this.idle();
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  /** Queues every organization, at start-up and at intervals. */
  private sweep(): void {
    this.run(async () => {
      for await (const id of eachOrganization(this.options.database)) {
        if (this.isClosed) break;
        this.waiting.add(id);
      }
      this.timers.set("", this.options.sweepMs ?? SWEEP_MS, () => this.sweep());
    });
  }

  private run(first?: () => Promise<void>): void {
    if (this.isClosed || this.isPaused || (this.claiming && !first)) return;
    const before = this.claiming ?? Promise.resolve();
    const claiming = before
      .then(() => this.claimAll(first))
      .finally(() => {
        if (this.claiming !== claiming) return;
        this.claiming = null;
        // wake() may have been called while this run was ending.
        if (this.nextOrganization() !== undefined) this.run();
      });
    this.claiming = claiming;
  }

  private async claimAll(first?: () => Promise<void>): Promise<void> {
    try {
      await first?.();
      for (;;) {
        const organizationId = this.nextOrganization();
        if (organizationId === undefined || this.isClosed) break;
        await this.claim(organizationId);
      }
      this.backoffMs = MIN_BACKOFF_MS;
    } catch (error) {
      this.options.onProblem?.(error);
      this.backOff(first);
    }
  }

  /** The first that waits and may have more jobs. */
  private nextOrganization(): string | undefined {
    if (this.isPaused || this.countOf() >= MAX_CLAIMED) return undefined;
    for (const id of this.waiting) if (this.countOf(id) < MAX_CLAIMED_OF_ONE) return id;
    return undefined;
  }

  private countOf(organizationId?: string): number {
    if (organizationId !== undefined) return this.claimed.get(organizationId)?.size ?? 0;
    return [...this.claimed.values()].reduce((total, jobs) => total + jobs.size, 0);
  }

  /** Starts some jobs of an organization and queues it again behind the others while there may be more. */
  private async claim(organizationId: string): Promise<void> {
    const { lockMs = LOCK_MS } = this.options;
    const own = MAX_CLAIMED_OF_ONE - this.countOf(organizationId);
    const limit = Math.min(own, MAX_CLAIMED - this.countOf());
    this.waiting.delete(organizationId);
    const claimedAt = performance.now();
    const jobs = await this.inTenant(organizationId, (context) =>
      claimCaptureJobs(context, { limit, lockMs }),
    ).catch((error) => {
      // Keep it queued while the database is unavailable.
      this.waiting.add(organizationId);
      throw error;
    });
    for (const job of jobs) this.start(organizationId, job, claimedAt + lockMs / 2);
    if (jobs.length > 0) this.waiting.add(organizationId);
    else if (this.countOf(organizationId) === 0) await this.scheduleRetry(organizationId);
  }

  private start(organizationId: string, job: ClaimedCapture, beginsUntil: number): void {
    const jobs = this.claimed.get(organizationId) ?? new Set();
    this.claimed.set(organizationId, jobs);
    const done = this.capture(organizationId, job, beginsUntil)
      .catch((error) => {
        // The job returns to the queue when its lock expires.
        if (!this.isClosed) this.options.onProblem?.(error);
      })
      .finally(() => {
        jobs.delete(done);
        if (jobs.size === 0) this.claimed.delete(organizationId);
        // There may be more, or some that are to be tried again.
        this.wake(organizationId);
      });
    jobs.add(done);
  }

  /** A job that waited for its host until its lock may expire is left to another attempt. */
  private async capture(
    organizationId: string,
    job: ClaimedCapture,
    beginsUntil: number,
  ): Promise<void> {
    const outcome = await this.turns.run(hostOf(job.url), async () =>
      this.isClosed || performance.now() > beginsUntil ? null : this.fetch(job),
    );
    if (!outcome || this.isClosed) return;
    await this.inTenant(organizationId, (context) => {
      if ("capture" in outcome) return saveCaptures(context, [outcome.capture]);
      const { waitMs, problem } = outcome;
      return delayCaptureJobs(context, [{ key: job.key, waitMs, problem }]);
    });
    if ("capture" in outcome) this.options.onCaptured?.({ organizationId }, [job.key]);
  }

  private async fetch(job: ClaimedCapture): Promise<CaptureOutcome> {
    const { network, fetchedBy, now, retryMs = RETRY_MS, timeoutMs = TIMEOUT_MS } = this.options;
    const resource = await fetchPublic(network, job.url, {
      accept: ACCEPT,
      userAgent: `Trovella/${fetchedBy} (+source check)`,
      maxBytes: MAX_BYTES,
      timeoutMs,
      maxRedirects: MAX_REDIRECTS,
      allowHttp: true,
      allowPacked: true,
      wants: (status, headers) => isSuccess(status) && mayBeText(contentTypeOf(headers)),
      signal: this.closing.signal,
    });
    const options = { now: now(), retryMs };
    if ("problem" in resource) return failedOutcome(job, resource, options);
    const { status, headers, bytes } = resource;
    const contentType = contentTypeOf(headers);
    const page = isSuccess(status) ? await this.pages.read({ bytes, contentType }) : null;
    return outcomeOf(job, { resource, page }, options);
  }

  /** Delayed jobs, and those whose worker died, are done when they are due. */
  private async scheduleRetry(organizationId: string): Promise<void> {
    const waitMs = await this.inTenant(organizationId, nextCaptureMs);
    if (waitMs !== null)
      this.timers.set(organizationId, waitMs + 10, () => this.wake(organizationId));
  }

  /** Database unavailable: retry with backoff. */
  private backOff(first?: () => Promise<void>): void {
    this.isPaused = true;
    this.timers.set("backoff", this.backoffMs, () => {
      this.isPaused = false;
      this.run(first);
    });
    this.backoffMs = Math.min(2 * this.backoffMs, MAX_BACKOFF_MS);
  }

  private inTenant<T>(
    organizationId: string,
    work: Parameters<typeof withBackgroundContext<T>>[2],
  ): Promise<T> {
    return withBackgroundContext(this.options.database, { organizationId }, work);
  }
}

/** Requests to URLs that lead nowhere need no turn of their own. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
