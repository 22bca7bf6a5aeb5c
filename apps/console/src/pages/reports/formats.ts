/** Download formats; the server renders the file on request. */
export const FORMATS = [
  { format: "docx", label: "Word" },
  { format: "pptx", label: "PowerPoint" },
  { format: "xlsx", label: "Excel" },
  { format: "html", label: "Web page" },
  { format: "markdown", label: "Markdown" },
  { format: "ris", label: "RIS" },
  { format: "bibtex", label: "BibTeX" },
  { format: "csl-json", label: "CSL JSON" },
] as const;

export function downloadUrl(outputId: string, format: (typeof FORMATS)[number]["format"]): string {
  return `/api/outputs/${encodeURIComponent(outputId)}?format=${format}`;
}
