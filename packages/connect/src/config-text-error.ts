/** A configuration text cannot be read or changed; the message is a clause such as "line 3 is not valid JSON". */
export class ConfigTextError extends Error {}

export function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
