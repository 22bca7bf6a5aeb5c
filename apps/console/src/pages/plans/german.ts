export const german = {
  "Active or finished": "Aktiv oder abgeschlossen",
  "All research plans and their progress.": "Alle Recherchepläne und ihr Fortschritt.",
  Created: "Angelegt",
  "Filter by name or question": "Nach Name oder Frage filtern",
  "Kept in this browser. To share it, copy the link to this page.":
    "Wird in diesem Browser behalten. Zum Teilen den Link zu dieser Seite kopieren.",
  "No plan matches these filters": "Kein Plan passt zu diesen Filtern",
  "No plan of yours matches": "Keiner Ihrer Pläne passt",
  "No research plans yet": "Noch keine Recherchepläne",
  "Plans appear here as soon as an AI client creates one. Connect a client with {command}, then ask it to research something.":
    "Pläne erscheinen hier, sobald ein KI-Client einen anlegt. Einen Client mit {command} verbinden und um eine Recherche bitten.",
  "Plans that your AI client creates, or that you are asked to review, appear here.":
    "Hier erscheinen Pläne, die Ihr KI-Client anlegt oder um deren Prüfung Sie gebeten werden.",
  "Remove view": "Ansicht entfernen",
  "Research plans": "Recherchepläne",
  "Save this view": "Diese Ansicht speichern",
  "Save view …": "Ansicht speichern …",
  "Saved views": "Gespeicherte Ansichten",
  Scans: "Überblicke",
  "Show all plans": "Alle Pläne anzeigen",
  Tag: "Schlagwort",
  "Try another word or fewer filters.": "Ein anderes Wort oder weniger Filter versuchen.",
  Updated: "Geändert",
  "View “{name}” removed.": "Ansicht „{name}“ entfernt.",
  "View “{name}” saved in this browser.": "Ansicht „{name}“ in diesem Browser gespeichert.",
};
