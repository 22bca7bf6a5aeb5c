/** What a person tells an AI client to go on with a plan. */
export function resumePrompt({ id, name }: { readonly id: string; readonly name: string }): string {
  return `Resume the Trovella research plan "${name}" (${id}).`;
}

/** What somebody may ask an assistant that has just been connected. */
export const FIRST_PROMPTS = [
  "Use Trovella to scan what is known about heat pumps in old houses.",
  "Research deeply which vector databases suit a small team, and let me review the plan first.",
  "Compare the three most cited studies on remote work and productivity.",
];
