/** Where a contestant finds what all of them share. */
export interface Settings {
  readonly dataDirectory: string;
  readonly socketDirectory: string;
  readonly postmasterPid: number;
  /** An empty folder of its own. */
  readonly folder: string;
}

/** Something that hands out steps and takes their results. */
export interface Contestant {
  /** The process that answers, where it is not the one that asks. */
  readonly serverPid: number | null;
  /** Starts as much work as the pairs need, outside the measurement. */
  prepare(pairs: number, callers: number): Promise<void>;
  /** Takes one step and hands in its result. */
  pair(): Promise<void>;
  close(): Promise<void>;
}

export type StartContestant = (settings: Settings) => Promise<Contestant>;

/** As many as a thorough research plan has. */
export const STEPS_PER_PLAN = 10;

export function instructionsOf(step: number): string {
  return `Find sources on aspect ${step}, note what each claims and how sure it is.`;
}
