const endings: (() => Promise<unknown>)[] = [];

/** Runs after the last test of the file. Modules outlive a file, so that their own hooks would run for the first one only. */
export function atEndOfFile(ending: () => Promise<unknown>): void {
  endings.push(ending);
}

export async function endFile(): Promise<void> {
  await Promise.all(endings.splice(0).map((ending) => ending()));
}
