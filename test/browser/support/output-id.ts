export interface StoredOutput {
  readonly downloadUrl: string;
}

/** The long id of an output, which a reply of store_research_output has in its download URL only. */
export function outputIdOf({ downloadUrl }: StoredOutput): string {
  return new URL(downloadUrl).pathname.split("/").at(-1) ?? "";
}
