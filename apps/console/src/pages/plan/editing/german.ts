export const german = {
  "Save the step": "Schritt speichern",
  "At the beginning": "Am Anfang",
  "Add the step": "Schritt einfügen",
  Place: "Stelle",
  "Kind of step": "Art des Schritts",
  "What the assistant should do": "Was der Assistent tun soll",
  "A person must review it": "Ein Mensch muss ihn prüfen",
  "Other work": "Andere Arbeit",
  "It is the last open step: the plan is then complete.":
    "Es ist der letzte offene Schritt: Der Plan ist dann abgeschlossen.",
  "Why is it skipped? (optional)": "Warum wird er übersprungen? (optional)",
  "Remove the step": "Schritt entfernen",
  "The step and its conditions are taken out of the plan; only the log keeps them.":
    "Der Schritt und seine Bedingungen werden aus dem Plan genommen; nur das Protokoll behält sie.",
  "{count} step is done and stays as it is.":
    "{count} Schritt ist erledigt und bleibt, wie er ist.",
  "{count} steps are done and stay as they are.":
    "{count} Schritte sind erledigt und bleiben, wie sie sind.",
  "Add a step": "Schritt einfügen",
  "New step": "Neuer Schritt",
  Edit: "Bearbeiten",
  Retry: "Wiederholen",
  "Move {step} up": "{step} nach oben",
  "Move {step} down": "{step} nach unten",
  "Retry the step": "Schritt wiederholen",
  "Edit {step}": "{step} bearbeiten",
  "Edit the step": "Schritt bearbeiten",
  "Edit…": "Bearbeiten…",
  "Skip…": "Überspringen…",
  "Remove…": "Entfernen…",
  "the step": "den Schritt",
  "the steps": "die Schritte",
};
