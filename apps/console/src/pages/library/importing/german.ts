export const german = {
  "Import documents": "Dokumente importieren",
  "Markdown, text, web pages, Word and PDF files, BibTeX, RIS, CSL JSON, exports of Zotero, folders of notes, and zip files of these. Nothing is imported twice.":
    "Markdown, Text, Webseiten, Word- und PDF-Dateien, BibTeX, RIS, CSL JSON, Exporte aus Zotero, Ordner mit Notizen und Zip-Dateien davon. Nichts wird doppelt importiert.",
  "Files to import": "Zu importierende Dateien",
  "Drop files here, or choose them": "Dateien hier ablegen oder auswählen",
  "Files, up to 100 MB together": "Dateien, zusammen bis 100 MB",
  "A folder of notes": "Ein Ordner mit Notizen",
  "Plan to which they belong, by its handle": "Zugehöriger Plan, nach seinem Kürzel",
  "{count} file, {size} MB": "{count} Datei, {size} MB",
  "{count} files, {size} MB": "{count} Dateien, {size} MB",
  "Check again": "Erneut prüfen",
  "Checking the files…": "Dateien werden geprüft …",
  "Importing…": "Wird importiert …",
  "More than {max} files. Pack them into a zip file, or run {command} on the server.":
    "Mehr als {max} Dateien. In eine Zip-Datei packen oder auf dem Server {command} ausführen.",
  "More than 100 MB. Import them in parts, or run {command} on the server.":
    "Mehr als 100 MB. In Teilen importieren oder auf dem Server {command} ausführen.",
  "What would be imported": "Was importiert würde",
  Imported: "Importiert",
  References: "Literaturangaben",
  "Notes on references": "Notizen zu Literaturangaben",
  Unchanged: "Unverändert",
  "Skipped, and why": "Übersprungen, und warum",
  "Please check": "Bitte prüfen",
  "and {rest} more": "und {rest} weitere",
  "{count} file has changed since it was imported; the earlier version is kept.":
    "{count} Datei hat sich seit dem Import geändert; die frühere Fassung bleibt erhalten.",
  "{count} files have changed since they were imported; the earlier versions are kept.":
    "{count} Dateien haben sich seit dem Import geändert; die früheren Fassungen bleiben erhalten.",
  "{count} file of another kind is left alone: {extensions}":
    "{count} Datei anderer Art bleibt unberührt: {extensions}",
  "{count} files of other kinds are left alone: {extensions}":
    "{count} Dateien anderer Art bleiben unberührt: {extensions}",
};
