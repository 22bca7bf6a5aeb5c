export const german = {
  "The page was closed before the decision was saved.":
    "Die Seite wurde geschlossen, bevor die Entscheidung gespeichert war.",
  "Undo: {plan}": "Rückgängig: {plan}",
  Undo: "Rückgängig",
  "{seconds} s": "{seconds} s",
  ", can be undone for {seconds} seconds":
    ", kann {seconds} Sekunden lang rückgängig gemacht werden",
  ", saving …": ", wird gespeichert …",
  ", saved": ", gespeichert",
  "Already decided:": "Schon entschieden:",
  "Not saved:": "Nicht gespeichert:",
  "Open the review": "Prüfung öffnen",
  "Dismiss: {plan}": "Schließen: {plan}",
  "Your feedback is kept.": "Die Rückmeldung bleibt erhalten.",
  "Your decision came later and changed nothing.":
    "Diese Entscheidung kam später und hat nichts geändert.",
  "{decision} {plan}": "{decision}: {plan}",
};
