import { t } from "../language/messages.ts";

interface OpenPlan {
  readonly handle: string;
}

/**
 * The prompt that makes any connected assistant continue a plan: its one call brings the state and the next step,
 * leased. The plan's name is left out: assistants write it, and the user would paste it as their own words.
 */
export function continuePrompt({ handle }: OpenPlan, server: string): string {
  const input = JSON.stringify({ planId: handle, resume: true });
  return t(
    "Continue the research plan {handle} on Trovella ({server}): call get_research_context with {input}, then work on the step it hands out.",
    { handle, server, input },
  );
}

/**
 * Links that open a client of this computer with the prompt filled in; the user still has to send it.
 * https://cursor.com/docs/reference/deeplinks, https://code.claude.com/docs/en/deep-links,
 * https://support.claude.com/en/articles/14729294-open-claude-desktop-with-a-link
 */
const CLIENT_LINKS = [
  { client: "Claude Code", link: "claude-cli://open?q=" },
  { client: "Claude Desktop", link: "claude://claude.ai/new?q=" },
  { client: "Cursor", link: "cursor://anysphere.cursor-deeplink/prompt?text=" },
];

export function clientLinks(prompt: string) {
  return CLIENT_LINKS.map(({ client, link }) => ({
    client,
    url: link + encodeURIComponent(prompt),
  }));
}

export const FIRST_PROMPTS = [
  t("Use Trovella to scan what is known about heat pumps in old houses."),
  t(
    "Use Trovella to research in depth which vector databases suit a small team, and let me review the plan first.",
  ),
  t("Use Trovella to compare the three most cited studies on remote work and productivity."),
];
