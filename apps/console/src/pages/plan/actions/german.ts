export const german = {
  Actions: "Aktionen",
  "Actions on this plan": "Aktionen für diesen Plan",
  "Edit steps…": "Schritte bearbeiten…",
  "Edit steps": "Schritte bearbeiten",
  "Ask for a checkpoint…": "Kontrollpunkt anfordern…",
  "Ask for a checkpoint": "Kontrollpunkt anfordern",
  "Rename…": "Umbenennen…",
  "Rename the plan": "Plan umbenennen",
  "Tags…": "Schlagwörter…",
  "Tags of the plan": "Schlagwörter des Plans",
  Archive: "Archivieren",
  "Archived. Lists leave the plan out until it is restored.":
    "Archiviert. In Listen fehlt der Plan, bis er wiederhergestellt wird.",
  "Restore from the archive": "Aus dem Archiv zurückholen",
  "Restored.": "Zurückgeholt.",
  "Cancel plan…": "Plan abbrechen…",
  "Cancel the plan": "Plan abbrechen",
  "The plan was cancelled.": "Der Plan wurde abgebrochen.",
  "“{title}” ends for good: open steps and reviews end with it.":
    "„{title}“ endet endgültig, offene Schritte und Prüfungen mit ihm.",
  "What was found stays, and a result that still arrives is kept.":
    "Gefundenes bleibt erhalten, auch ein Ergebnis, das noch eintrifft.",
  "Why? (optional)": "Warum? (optional)",
  "Assistants that still work on it are told.":
    "Assistenten, die noch daran arbeiten, erfahren es.",
  "Do it all the same": "Trotzdem ausführen",
  Back: "Zurück",
  Name: "Name",
  "Save tags": "Schlagwörter speichern",
  "Tags, separated by commas": "Schlagwörter, durch Kommas getrennt",
  "Up to {count} tags of {length} characters; Plans can be filtered by them.":
    "Bis zu {count} Schlagwörter mit {length} Zeichen; die Liste der Pläne lässt sich danach filtern.",
  "“{tag}” is longer than {length} characters.": "„{tag}“ ist länger als {length} Zeichen.",
  "These are {count} tags; {limit} are allowed.":
    "Das sind {count} Schlagwörter; {limit} sind erlaubt.",
  "Right now, before the next step": "Sofort, vor dem nächsten Schritt",
  "After {step}": "Nach {step}",
  "Add the checkpoint": "Kontrollpunkt einfügen",
  "The checkpoint was added. Steps after it wait for your review.":
    "Der Kontrollpunkt wurde eingefügt. Spätere Schritte warten auf die Prüfung.",
  "The assistant shows you what it has, and later steps wait until you have decided.":
    "Der Assistent zeigt den Stand; spätere Schritte warten auf die Entscheidung.",
  "Not decided: the plan ended first.": "Nicht entschieden: Der Plan endete vorher.",
  "This plan was cancelled": "Dieser Plan wurde abgebrochen",
  "What do you want to see? (optional)": "Was soll gezeigt werden? (optional)",
};
