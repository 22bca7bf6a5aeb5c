export const german = {
  "Export and import": "Export und Import",
  "Owners and admins export and import the organization's research. A single plan is exported on its page.":
    "Eigentümer und Administratoren exportieren und importieren die Recherchen der Organisation. Ein einzelner Plan wird auf seiner Seite exportiert.",
  Export: "Export",
  "All plans in one zip file: reports, evidence, audit records, and everything that another Trovella server needs to import them. It is not encrypted.":
    "Alle Pläne in einer Zip-Datei: Berichte, Belege, Protokolle und alles, was ein anderer Trovella-Server zum Importieren braucht. Sie ist nicht verschlüsselt.",
  "Export everything": "Alles exportieren",
  "The server cannot be reached. Try again.":
    "Der Server ist nicht erreichbar. Bitte erneut versuchen.",
  "The import failed.": "Der Import ist fehlgeschlagen.",
  Import: "Import",
  "Plans from a zip file that a Trovella server exported. Nothing that is here is overwritten, and each plan is imported only if its record verifies.":
    "Pläne aus einer Zip-Datei, die ein Trovella-Server exportiert hat. Nichts Vorhandenes wird überschrieben, und jeder Plan wird nur importiert, wenn sein Protokoll stimmt.",
  "Zip file, up to 100 MB": "Zip-Datei, bis 100 MB",
  "Import plans": "Pläne importieren",
  "Sending, {percent} done": "Wird gesendet, {percent} fertig",
  "Checking and storing…": "Wird geprüft und gespeichert …",
  "{count} plan imported from {server}.": "{count} Plan von {server} importiert.",
  "{count} plans imported from {server}.": "{count} Pläne von {server} importiert.",
  "Already here: {handles}": "Schon vorhanden: {handles}",
  "Delete a person's data": "Daten einer Person löschen",
  "Deletes a member's account, sessions, tokens and settings, and takes their name and address out of everything. What they wrote in reviews stays as part of the research, without their name.":
    "Löscht Konto, Sitzungen, Tokens und Einstellungen eines Mitglieds und entfernt Namen und Adresse überall. Was die Person in Prüfungen geschrieben hat, bleibt ohne ihren Namen Teil der Recherche.",
  "the people": "die Personen",
  "There is no other member.": "Es gibt kein anderes Mitglied.",
  "Choose a person": "Person wählen",
  "Delete data…": "Daten löschen …",
  "The data of {name} is deleted.": "Die Daten von {name} sind gelöscht.",
  "{name} started {count} plan.": "{name} hat {count} Plan begonnen.",
  "{name} started {count} plans.": "{name} hat {count} Pläne begonnen.",
  "What becomes of the plans": "Was mit den Plänen geschieht",
  "Hand them to {name}": "An {name} übergeben",
  "Delete them too": "Auch löschen",
  "This cannot be undone. Type {email} to confirm.":
    "Das lässt sich nicht rückgängig machen. Zur Bestätigung {email} eingeben.",
  "Delete this person's data": "Daten dieser Person löschen",
  "Keep the person": "Person behalten",
};
