/** What is tried with every client, in the order of the table. */
export const CAPABILITIES = {
  connect: "`connect --write`",
  settings: "settings arrive",
  undo: "`--undo` to the byte",
  list: "its own list",
  loopStdio: "loop, stdio",
  loopHttp: "loop, HTTP",
  once: "replies once",
  asciiPage: "page whole",
  unicodePage: "page whole, CJK",
  errors: "errors explain",
  timeout: "time limit ends the call",
  vanish: "its end ends the call",
  approve: "dialog: approve",
  decline: "dialog: decline",
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** `true`, or the reason why it does not hold. */
export type Finding = true | string;
export type Findings = Map<Capability, Finding>;

/** What was found about one client. */
export interface ClientReport {
  readonly name: string;
  readonly version: string;
  readonly lacks: readonly Capability[];
  readonly findings: Readonly<Findings>;
  /** Remarks for readers of the table. */
  readonly remarks: readonly string[];
}

/** Whatever was tried and does not hold. A client's own limits are listed with it (`lacks`) and not tried. */
export function failuresOf(reports: readonly ClientReport[]): string[] {
  return reports.flatMap(({ name, findings }) =>
    [...findings]
      .filter(([, finding]) => finding !== true)
      .map(([capability, finding]) => `${name}: ${CAPABILITIES[capability]}: ${finding}`),
  );
}
