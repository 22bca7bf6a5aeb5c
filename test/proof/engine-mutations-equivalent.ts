/** Mutants of the engine that no test can kill, each with the reason why nothing changes. */
export const EQUIVALENT: readonly {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly reason: string;
}[] = [];
