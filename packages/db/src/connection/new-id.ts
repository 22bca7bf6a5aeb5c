import { v7 } from "uuid";

export const ID_PREFIXES = {
  organization: "org",
  user: "usr",
  member: "mem",
  invitation: "inv",
  session: "ses",
  account: "acc",
  client: "client",
  grant: "grant",
  plan: "plan",
  step: "step",
  condition: "cond",
  review: "rev",
  audit: "aud",
  call: "call",
  lease: "lease",
  process: "proc",
  artifact: "art",
  source: "src",
  extraction: "extr",
  output: "out",
  feedback: "fb",
  report: "rep",
  usage: "use",
  skillExecution: "exec",
  token: "pat",
} as const;

/** A text id: a prefix for its kind, then a time-ordered UUID, so that new rows are stored together. */
export function newId(kind: keyof typeof ID_PREFIXES): string {
  return `${ID_PREFIXES[kind]}_${v7().replaceAll("-", "")}`;
}
