/** Whether a text can be the id of something stored; nothing else is looked up. */
export function isStoredId(text: string): boolean {
  return /^\w{1,200}$/.test(text);
}
