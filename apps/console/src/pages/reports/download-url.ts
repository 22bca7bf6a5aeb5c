/** Where the server renders a version as a file. */
export function downloadUrl(outputId: string, format: string): string {
  return `/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}
