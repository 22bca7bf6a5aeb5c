/** Resources shared by all contestants. */
export interface Settings {
  readonly dataDirectory: string;
  readonly socketDirectory: string;
  readonly postmasterPid: number;
  /** An empty folder of its own. */
  readonly folder: string;
}

/** A system that hands out steps and accepts their results. */
export interface Contestant {
  /** The server process, where it is separate. */
  readonly serverPid: number | null;
  /** Creates the work for this many pairs, outside the measurement. */
  prepare(pairs: number, callers: number): Promise<void>;
  /** Claims one step and submits its result. */
  pair(): Promise<void>;
  close(): Promise<void>;
}

export type StartContestant = (settings: Settings) => Promise<Contestant>;

/** As in a thorough research plan. */
export const STEPS_PER_PLAN = 10;

export function instructionsOf(step: number): string {
  return `Find sources on aspect ${step}, note what each claims and how sure it is.`;
}
