/** Why a configuration text cannot be read or changed: a clause such as "line 3 is not valid JSON". */
export class ConfigTextError extends Error {}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
