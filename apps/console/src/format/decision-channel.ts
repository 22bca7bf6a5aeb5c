import { DECIDED_VIA, type DecidedVia, decisionRank } from "@trovella/plan-engine";
import { t } from "../language/messages.ts";

interface Channel {
  /** Follows the decision: "Approved …". */
  readonly by: (name: string) => string;
  /** How good a proof it is that a person decided. */
  readonly proof: string;
}

const NO_PROOF = t("no evidence that a person decided");

const CHANNELS: Readonly<Record<DecidedVia, Channel>> = {
  console: {
    by: (name) => t("by {name} in the console", { name }),
    proof: t("a person decided in a browser"),
  },
  app: {
    by: (name) => t("by {name} in the chat", { name }),
    proof: t("a click on a card in the chat"),
  },
  elicitation: {
    by: (name) => t("by {name} in the assistant", { name }),
    proof: t("the assistant’s program says that a person answered"),
  },
  api: { by: (name) => t("by a program acting for {name}", { name }), proof: NO_PROOF },
  relayed: { by: (name) => t("for {name}, relayed by the assistant", { name }), proof: NO_PROOF },
};

/** "by Ada in the console", "for Ada, relayed by the assistant". */
export function deciderInWords(name: string, decidedVia: DecidedVia | null): string {
  return decidedVia ? CHANNELS[decidedVia].by(name) : t("by {name}", { name });
}

/** "Proof level 1 of 5 (strongest): a person decided in a browser". */
export function proofInWords(decidedVia: DecidedVia): string {
  const rank = decisionRank(decidedVia);
  const ranks = DECIDED_VIA.length;
  const end = rank === 1 ? t(" (strongest)") : rank === ranks ? t(" (weakest)") : "";
  return t("Proof level {rank} of {ranks}{end}: {proof}", {
    rank,
    ranks,
    end,
    proof: CHANNELS[decidedVia].proof,
  });
}

export function isProven(decidedVia: DecidedVia): boolean {
  return CHANNELS[decidedVia].proof !== NO_PROOF;
}
