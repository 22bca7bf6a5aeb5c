/** What the `trovella` command ends with, and what each code means to a script that calls it. */
export const EXIT = { ok: 0, failed: 1, usage: 2, notConfigured: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Record<ExitCode, string> = {
  [EXIT.ok]: "It worked.",
  [EXIT.failed]: "It failed; the reason is on stderr.",
  [EXIT.usage]: "It was called wrongly: unknown command or option, or a value that is not allowed.",
  [EXIT.notConfigured]: "It is not configured: something required is missing.",
};

/** Ends the command with a sentence for the person who called it; no stack trace. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
