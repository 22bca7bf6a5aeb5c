import { type ReactNode, useId } from "react";
import { useTeam } from "../../api/account.ts";
import { CopyLine } from "../../components/copy-line.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { FIRST_PROMPTS } from "../../format/prompts.ts";

/** Shown while there is no research yet; where only the person has none yet, the first step alone. */
export function FirstSteps({ isFirst = false }: { isFirst?: boolean }) {
  const team = useTeam();
  if (team === undefined) return null;
  const connect = (
    <Step
      title={isFirst ? "1. Connect your AI client" : "Connect your AI client"}
      about={team ? WITH_TEAM : WITH_COMMAND}
    >
      <CopyLine text={team ? `${window.location.origin}/mcp` : "npx trovella connect"} isCode />
    </Step>
  );
  if (!isFirst) return connect;
  return (
    <div className="grid max-w-2xl gap-6">
      {connect}
      <Step
        title="2. Ask it to research something"
        about="The plan appears here at once. For example:"
      >
        {FIRST_PROMPTS.map((prompt) => (
          <CopyLine key={prompt} text={prompt} />
        ))}
      </Step>
      {!team && (
        <Step
          title="Or look at a finished example first"
          about="Runs two sample research projects, without any AI:"
        >
          <CopyLine text="npm run demo" isCode />
        </Step>
      )}
    </div>
  );
}

const WITH_COMMAND = (
  <>
    Claude Code, Claude Desktop, Cursor, VS Code, Codex and Gemini CLI connect with one command. See{" "}
    <TextLink to="/connect">Connect</TextLink> for yours; it also shows when the first call arrives.
  </>
);

const WITH_TEAM = (
  <>
    It signs in as you. <TextLink to="/connect">Connect</TextLink> says how for each client, and
    shows when the first call arrives. The URL is
  </>
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
