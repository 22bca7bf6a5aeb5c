import { DECIDED_VIA, type DecidedVia, decisionRank } from "@trovella/plan-engine";

interface Channel {
  /** Follows the decision: "Approved …". */
  readonly by: (name: string) => string;
  /** How good a proof it is that a person decided. */
  readonly proof: string;
}

const NO_PROOF = "no evidence that a person decided";

const CHANNELS: Readonly<Record<DecidedVia, Channel>> = {
  console: {
    by: (name) => `by ${name} in the console`,
    proof: "a person decided in a browser",
  },
  app: {
    by: (name) => `by ${name} in the chat`,
    proof: "a click on a card in the chat",
  },
  elicitation: {
    by: (name) => `by ${name} in the assistant`,
    proof: "the assistant's program says that a person answered",
  },
  api: { by: (name) => `by a program acting for ${name}`, proof: NO_PROOF },
  relayed: { by: (name) => `for ${name}, relayed by the assistant`, proof: NO_PROOF },
};

/** "by Ada in the console", "for Ada, relayed by the assistant". */
export function deciderInWords(name: string, decidedVia: DecidedVia | null): string {
  return decidedVia ? CHANNELS[decidedVia].by(name) : `by ${name}`;
}

/** "Proof level 1 of 5 (strongest): a person decided in a browser". */
export function proofInWords(decidedVia: DecidedVia): string {
  const rank = decisionRank(decidedVia);
  const ranks = DECIDED_VIA.length;
  const end = rank === 1 ? " (strongest)" : rank === ranks ? " (weakest)" : "";
  return `Proof level ${rank} of ${ranks}${end}: ${CHANNELS[decidedVia].proof}`;
}

export function isProven(decidedVia: DecidedVia): boolean {
  return CHANNELS[decidedVia].proof !== NO_PROOF;
}
