/** Where the server renders a version as a file. */
export function downloadUrl(outputId: string, format: string): string {
  return `/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}

/** Where the server renders what changed since an older version. */
export function changesUrl(outputId: string, since: number): string {
  return `${downloadUrl(outputId, "docx")}&changesSince=${since}`;
}
