import { Link } from "@tanstack/react-router";
import { CopyLine } from "../../components/copy-line.tsx";
import { FIRST_PROMPTS } from "../../first-prompts.ts";

/** For somebody who has just started the server. */
export function FirstSteps() {
  return (
    <div className="grid max-w-2xl gap-6">
      <section
        aria-labelledby="connect"
        className="grid gap-3 rounded-lg border border-line bg-card px-5 py-4"
      >
        <div>
          <h2 id="connect" className="font-semibold">
            1. Connect your AI client
          </h2>
          <p className="mt-1 text-soft">
            Claude Code, Claude Desktop, Cursor, VS Code, Codex and Gemini CLI are set up by one
            command, each by its own at{" "}
            <Link to="/connect" className="font-medium text-accent underline">
              Connect
            </Link>
            , which also shows when the first call arrives:
          </p>
        </div>
        <CopyLine text="npx trovella connect" isCode />
      </section>
      <section
        aria-labelledby="ask"
        className="grid gap-3 rounded-lg border border-line bg-card px-5 py-4"
      >
        <div>
          <h2 id="ask" className="font-semibold">
            2. Ask it to research something
          </h2>
          <p className="mt-1 text-soft">The plan it makes appears here at once. For example:</p>
        </div>
        {FIRST_PROMPTS.map((prompt) => (
          <CopyLine key={prompt} text={prompt} />
        ))}
      </section>
      <section
        aria-labelledby="look"
        className="grid gap-3 rounded-lg border border-line bg-card px-5 py-4"
      >
        <div>
          <h2 id="look" className="font-semibold">
            Or look at a finished example first
          </h2>
          <p className="mt-1 text-soft">It runs two researches on its own, without any AI:</p>
        </div>
        <CopyLine text="npm run demo" isCode />
      </section>
    </div>
  );
}
