import { type ReactNode, useId } from "react";
import { useTeam } from "../../api/account.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { ownCommand } from "../../format/own-command.ts";
import { FIRST_PROMPTS } from "../../format/prompts.ts";
import { rich, t } from "../../language/messages.ts";
import { NewResearchLink } from "../new/new-research-link.tsx";
import { SampleButton } from "./sample.tsx";

/** Shown while there is no research yet; where only the person has none yet, the first step alone. */
export function FirstSteps({ isFirst = false }: { isFirst?: boolean }) {
  const team = useTeam();
  if (team === undefined) return null;
  const connect = (
    <Step
      title={isFirst ? t("1. Connect your AI client") : t("Connect your AI client")}
      about={team ? WITH_TEAM : WITH_COMMAND}
    >
      <CopyLine text={team ? `${window.location.origin}/mcp` : ownCommand("connect")} isCode />
    </Step>
  );
  if (!isFirst) return connect;
  return (
    <div className="grid max-w-2xl gap-6">
      {connect}
      <Step
        title={t("2. Ask it to research something")}
        about={t("Write your question here and get the prompt for it, or copy an example:")}
      >
        <p>
          <NewResearchLink />
        </p>
        {FIRST_PROMPTS.map((prompt) => (
          <CopyLine key={prompt} text={prompt} />
        ))}
      </Step>
      <Step
        title={t("Or look at the sample first")}
        about={t(
          "Four invented research plans: two finished, one that waits for your review, one that has stalled.",
        )}
      >
        <SampleButton />
      </Step>
    </div>
  );
}

const WITH_COMMAND = rich(
  "Claude Code, Claude Desktop, Cursor, VS Code, Codex and Gemini CLI connect with one command. See {connect} for yours; it also shows when the first call arrives.",
  { connect: <TextLink to="/connect">{t("Connect")}</TextLink> },
);

const WITH_TEAM = rich(
  "It signs in as you. {connect} says how for each client, and shows when the first call arrives. The URL is",
  { connect: <TextLink to="/connect">{t("Connect")}</TextLink> },
);

interface StepProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

function Step({ title, about, children }: StepProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-line bg-card px-5 py-4"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-soft">{about}</p>
      </div>
      {children}
    </section>
  );
}
