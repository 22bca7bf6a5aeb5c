export const german = {
  "Set a budget…": "Budget festlegen …",
  "Change…": "Ändern …",
  "{share} % kept for the report": "{share} % für den Bericht zurückgelegt",
  "{used}, {basis}; {kept} kept for the report":
    "{used}, {basis}; {kept} für den Bericht zurückgelegt",
  "Set the budget": "Budget festlegen",
  "Change the budget": "Budget ändern",
  "Raise the budget": "Budget erhöhen",
  "With more room the remaining steps are handed out again. {share} % of every cap stays reserved for the report.":
    "Mit mehr Spielraum werden die übrigen Schritte wieder vergeben. {share} % jeder Grenze bleiben für den Bericht zurückgelegt.",
  "Kept for the report, in percent": "Für den Bericht zurückgelegt, in Prozent",
  "{least} to {most} % of every cap": "{least} bis {most} % jeder Grenze",
  "Choose {least} to {most} percent.": "{least} bis {most} Prozent wählen.",
  "Raise and continue": "Erhöhen und fortsetzen",
  Save: "Speichern",
  "With this cap only the closing steps are handed out.":
    "Mit dieser Grenze werden nur noch die Abschlussschritte vergeben.",
  "Work time, in minutes": "Arbeitszeit in Minuten",
  "Cost, in dollars": "Kosten in Dollar",
  "Empty: no limit": "Leer: keine Grenze",
  "{used}; empty: no limit": "{used}; leer: keine Grenze",
  "Enter a number.": "Eine Zahl eingeben.",
  "Enter a whole number.": "Eine ganze Zahl eingeben.",
  "At least {least}: that much is used already.":
    "Mindestens {least}: So viel ist schon verbraucht.",
  "{why}. Only the steps that write the report are handed out now, so that you still get one.":
    "{why}. Jetzt werden nur noch die Schritte vergeben, die den Bericht schreiben, damit es einen gibt.",
  "Will not be done ({count})": "Entfällt ({count})",
  "Will not be done": "Entfällt",
  "Nothing: all other steps are done or under way.":
    "Nichts: Alle anderen Schritte sind erledigt oder in Arbeit.",
  "Still to come": "Kommt noch",
  "No closing step is left; the plan ends when the running steps do.":
    "Es gibt keinen Abschlussschritt mehr; der Plan endet mit den laufenden Schritten.",
  "{count} start": "{count} Start",
  "{count} starts": "{count} Starts",
  "The log of the plan keeps every refused result, with the reason.":
    "Das Protokoll des Plans bewahrt jedes abgelehnte Ergebnis mit dem Grund auf.",
  "What happened": "Was geschehen ist",
  "A person let this plan close early.":
    "Ein Mensch hat das vorzeitige Ende dieses Plans zugelassen.",
  "Your role in this organization cannot change the budget.":
    "Ihre Rolle in dieser Organisation darf das Budget nicht ändern.",
  "These failures are forgiven, and the remaining steps are handed out again.":
    "Diese Fehlschläge zählen nicht mehr, und die übrigen Schritte werden wieder vergeben.",
  "The remaining steps are handed out again.": "Die übrigen Schritte werden wieder vergeben.",
  "Go on anyway": "Trotzdem fortsetzen",
  "Raise…": "Erhöhen …",
  "The report is written from what was found so far; you are not asked again.":
    "Der Bericht entsteht aus dem bisher Gefundenen; es folgt keine weitere Frage.",
  "Let it close": "Enden lassen",
  "Your decision was not saved. {message}": "Die Entscheidung wurde nicht gespeichert. {message}",
  "Go on anyway?": "Trotzdem fortsetzen?",
  "{why}. If the reason is still there, the remaining steps may fail too; the plan then closes early once more.":
    "{why}. Besteht der Grund fort, können auch die übrigen Schritte fehlschlagen; der Plan endet dann erneut vorzeitig.",
  "The budget was changed: the plan can continue.":
    "Das Budget wurde geändert: Der Plan kann weiterlaufen.",
  "The budget was changed, but the plan still closes early: {why}.":
    "Das Budget wurde geändert, doch der Plan endet weiterhin vorzeitig: {why}.",
  "The plan closes with what it has found so far.":
    "Der Plan endet mit dem, was er bisher gefunden hat.",
};
