import { CopyButton } from "../../components/copy-button.tsx";

const PROMPTS = [
  "Use Trovella to scan what is known about heat pumps in old houses.",
  "Research deeply which vector databases suit a small team, and let me review the plan first.",
  "Compare the three most cited studies on remote work and productivity.",
];

/** For somebody who has just started the server. */
export function FirstSteps() {
  return (
    <div className="grid max-w-2xl gap-6">
      <section
        aria-labelledby="connect"
        className="rounded-lg border border-line bg-card px-5 py-4"
      >
        <h2 id="connect" className="font-semibold">
          1. Connect your AI client
        </h2>
        <p className="mt-1 text-soft">
          Claude Code, Claude Desktop, Cursor, VS Code, Codex and Gemini CLI are set up by one
          command:
        </p>
        <Line text="npx trovella connect" isCode />
      </section>
      <section aria-labelledby="ask" className="rounded-lg border border-line bg-card px-5 py-4">
        <h2 id="ask" className="font-semibold">
          2. Ask it to research something
        </h2>
        <p className="mt-1 text-soft">The plan it makes appears here at once. For example:</p>
        {PROMPTS.map((prompt) => (
          <Line key={prompt} text={prompt} />
        ))}
      </section>
      <section aria-labelledby="look" className="rounded-lg border border-line bg-card px-5 py-4">
        <h2 id="look" className="font-semibold">
          Or look at a finished example first
        </h2>
        <p className="mt-1 text-soft">It runs two researches on its own, without any AI:</p>
        <Line text="npm run demo" isCode />
      </section>
    </div>
  );
}

function Line({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <div className="mt-3 flex items-center gap-3">
      <p className={`min-w-0 flex-1 rounded-md bg-hover px-3 py-1.5 ${isCode ? "font-mono" : ""}`}>
        {text}
      </p>
      <CopyButton text={text} />
    </div>
  );
}
