export const german = {
  "{seconds} s per verdict.": "{seconds} s je Urteil.",
  "Audit a sample": "Stichprobe prüfen",
  "the sample": "die Stichprobe",
  "Claims with quotes of their sources appear here as soon as the client records them with {tool}.":
    "Aussagen mit Zitaten ihrer Quellen erscheinen hier, sobald der Client sie mit {tool} aufzeichnet.",
  "What to show": "Was angezeigt wird",
  "Claims ({count})": "Aussagen ({count})",
  "Findings ({count})": "Befunde ({count})",
  "No sources.": "Keine Quellen.",
  "and {count} more source": "und {count} weitere Quelle",
  "and {count} more sources": "und {count} weitere Quellen",
  "Only problems": "Nur Probleme",
  Step: "Schritt",
  "All steps": "Alle Schritte",
  "All sources": "Alle Quellen",
  "Nothing matches": "Nichts gefunden",
  "Show all findings": "Alle Befunde anzeigen",
  "Every finding names a source and is not doubted, or there is none from here.":
    "Jeder Befund nennt eine Quelle und gilt als sicher, oder von hier stammt keiner.",
  "No findings yet": "Noch keine Befunde",
  "Findings with their sources appear here as soon as the client stores them with {tool}.":
    "Befunde mit ihren Quellen erscheinen hier, sobald der Client sie mit {tool} speichert.",
};
