export const german = {
  "All formats": "Alle Formate",
  "All versions": "Alle Versionen",
  Citations: "Belege",
  "Cites sources": "Nennt Quellen",
  "Contradicted, disputed or without support": "Widersprochen, bestritten oder unbelegt",
  "Every report can be downloaded in every format, no matter which one it was written for.":
    "Jeder Bericht lässt sich in jedem Format herunterladen, gleich für welches er geschrieben wurde.",
  Feedback: "Rückmeldung",
  "Filter by title or plan": "Nach Titel oder Plan filtern",
  "Finished reports and drafts, the newest version of each":
    "Fertige Berichte und Entwürfe, jeweils die neueste Version",
  "Finished reports, all versions": "Fertige Berichte, alle Versionen",
  "No citations": "Keine Belege",
  "No report matches these filters": "Kein Bericht passt zu diesen Filtern",
  "No reports yet": "Noch keine Berichte",
  "None yet": "Noch keine",
  "Reports appear here when an assistant submits the result of a plan.":
    "Berichte erscheinen hier, wenn ein Assistent das Ergebnis eines Plans abgibt.",
  "Show all reports": "Alle Berichte anzeigen",
  Version: "Version",
  Written: "Geschrieben",
  "v{version}": "v{version}",
  "v{version} of {latest}": "v{version} von {latest}",
  "{count} claim checked": "{count} Aussage geprüft",
  "{count} claims checked": "{count} Aussagen geprüft",
  "{problems} of {claims} claims with problems": "{problems} von {claims} Aussagen mit Problemen",
};
