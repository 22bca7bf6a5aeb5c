export const EXIT = { ok: 0, failed: 1, usage: 2, notConfigured: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Record<ExitCode, string> = {
  [EXIT.ok]: "Success.",
  [EXIT.failed]: "Failure; the reason is on stderr.",
  [EXIT.usage]: "Wrong usage: unknown command or option, or invalid value.",
  [EXIT.notConfigured]: "Not configured: a required setting is missing.",
};

/** Ends the command with a message for the user, without a stack trace. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
