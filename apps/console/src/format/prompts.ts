/** The prompt with which an AI client resumes a plan. */
export function resumePrompt({ id, name }: { readonly id: string; readonly name: string }): string {
  return `Resume the Trovella research plan "${name}" (${id}).`;
}

/** Example prompts for a newly connected client. */
export const FIRST_PROMPTS = [
  "Use Trovella to scan what is known about heat pumps in old houses.",
  "Use Trovella to research in depth which vector databases suit a small team, and let me review the plan first.",
  "Use Trovella to compare the three most cited studies on remote work and productivity.",
];
