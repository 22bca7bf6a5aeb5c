export const german = {
  "Show as chart": "Als Diagramm zeigen",
  "Show as table": "Als Tabelle zeigen",
  "A line needs at least three days with data; so far there is {count}. See the table for the numbers.":
    "Eine Linie braucht mindestens drei Tage mit Daten; bisher gibt es {count}. Die Zahlen stehen in der Tabelle.",
  "A line needs at least three days with data; so far there are {count}. See the table for the numbers.":
    "Eine Linie braucht mindestens drei Tage mit Daten; bisher gibt es {count}. Die Zahlen stehen in der Tabelle.",
  "Not enough data yet": "Noch nicht genug Daten",
  "{title}: {sums} in total. The table has every number.":
    "{title}: insgesamt {sums}. Alle Zahlen stehen in der Tabelle.",
  "{title}, as a table": "{title}, als Tabelle",
  "In the console": "In der Konsole",
  "In the chat": "Im Chat",
  "In the assistant": "Im Assistenten",
  "By a program, no proof of a person": "Durch ein Programm, ohne Nachweis einer Person",
  "Relayed by the assistant, no proof of a person":
    "Vom Assistenten übermittelt, ohne Nachweis einer Person",
  Approve: "Genehmigen",
  Modify: "Ändern",
  Skip: "Überspringen",
  Reject: "Ablehnen",
  Day: "Tag",
  "Plans by day": "Pläne nach Tagen",
  "Plans started, completed and failed per day. Days begin at midnight UTC.":
    "Pläne, die an einem Tag begonnen, abgeschlossen wurden oder fehlschlugen. Tage beginnen um Mitternacht UTC.",
  "No plan was started or ended in this period.":
    "In diesem Zeitraum wurde kein Plan begonnen oder beendet.",
  "Runs, findings and reports by day": "Läufe, Befunde und Berichte nach Tagen",
  "Skill runs started, findings and other artifacts stored, and report versions written per day. Days begin at midnight UTC.":
    "Begonnene Läufe, gespeicherte Befunde und andere Artefakte sowie geschriebene Berichtsversionen je Tag. Tage beginnen um Mitternacht UTC.",
  Findings: "Befunde",
  "Nothing was run or stored in this period.":
    "In diesem Zeitraum lief nichts und wurde nichts gespeichert.",
  "Decisions at checkpoints": "Entscheidungen an Kontrollpunkten",
  "Decisions at checkpoints, and where they were made: the best proof that a person decided first, decisions without any proof last.":
    "Entscheidungen an Kontrollpunkten und wo sie getroffen wurden: der beste Nachweis einer Person zuerst, Entscheidungen ohne Nachweis zuletzt.",
  "No checkpoint was decided in this period.":
    "In diesem Zeitraum wurde kein Kontrollpunkt entschieden.",
  Satisfaction: "Zufriedenheit",
  "Feedback on finished research, as assistants recorded it.":
    "Rückmeldungen zu abgeschlossenen Recherchen, wie Assistenten sie aufgezeichnet haben.",
  Answer: "Antwort",
  Answers: "Antworten",
  "No feedback in this period.": "Keine Rückmeldungen in diesem Zeitraum.",
  "Tool calls by client": "Tool-Aufrufe nach Client",
  "Tool calls that succeeded, and that were refused or failed. Refusals are often normal, for example when two sessions want the same step.":
    "Tool-Aufrufe, die gelangen, abgelehnt wurden oder fehlschlugen. Ablehnungen sind oft normal, etwa wenn zwei Sitzungen denselben Schritt wollen.",
  Share: "Anteil",
  Succeeded: "Gelungen",
  "With an error": "Mit Fehler",
  "{percent} errors": "{percent} Fehler",
  "No client made a call in this period.": "In diesem Zeitraum gab es keine Aufrufe von Clients.",
  "Definition of {what}": "Definition von {what}",
  "the figures of effort": "die Zahlen zum Aufwand",
  "Ended plans with a report": "Beendete Pläne mit Bericht",
  "The share of plans ended in this period that have a report. An assistant writes it; where none did, Trovella composes one from what is stored.":
    "Der Anteil der in diesem Zeitraum beendeten Pläne, die einen Bericht haben. Ein Assistent schreibt ihn; wo keiner es tat, stellt Trovella ihn aus dem Gespeicherten zusammen.",
  "written by an assistant": "von einem Assistenten geschrieben",
  "composed by Trovella": "von Trovella zusammengestellt",
  "without a report": "ohne Bericht",
  "All reports": "Alle Berichte",
  "What plans took": "Was Pläne brauchten",
  "Plans completed in this period: the median, and what nine of ten plans stayed within. Work time is measured and adds up over parallel assistants; tool calls are as the models reported them. Expected is what Trovella would have estimated for the same steps at the beginning of the period, from your own plans of the 90 days before or, without enough of them, from a built-in table.":
    "In diesem Zeitraum abgeschlossene Pläne: der Median und was neun von zehn Plänen nicht überschritten. Die Arbeitszeit ist gemessen und wird über parallele Assistenten summiert; Tool-Aufrufe sind, was die Modelle gemeldet haben. Erwartet ist, was Trovella für dieselben Schritte zu Beginn des Zeitraums geschätzt hätte, aus eigenen Plänen der 90 Tage davor oder, wenn es zu wenige sind, aus einer eingebauten Tabelle.",
  Kind: "Art",
  Expected: "Erwartet",
  "No plan was completed in this period.": "In diesem Zeitraum wurde kein Plan abgeschlossen.",
  "{count} plan": "{count} Plan",
  "{count} plans": "{count} Pläne",
  "Tokens and cost by skill and month": "Tokens und Kosten nach Skill und Monat",
  "Plans by the month in which they were created. Cost is a list price, as the AI client or the model reported it; Trovella itself does not see what a model uses.":
    "Pläne nach dem Monat, in dem sie entstanden. Kosten sind Listenpreise, wie der KI-Client oder das Modell sie gemeldet hat; Trovella selbst sieht nicht, was ein Modell verbraucht.",
  "Counted by": "Gezählt von",
  "{count} plan without any figures.": "{count} Plan ohne Zahlen.",
  "{count} plans without any figures.": "{count} Pläne ohne Zahlen.",
  "No client or model reported its usage in this period.":
    "In diesem Zeitraum hat kein Client oder Modell seinen Verbrauch gemeldet.",
  "Without a skill": "Ohne Skill",
  client: "Client",
  model: "Modell",
  "Plans that used most": "Pläne mit dem höchsten Verbrauch",
  "The ten plans of this period with the highest reported cost, then tokens.":
    "Die zehn Pläne dieses Zeitraums mit den höchsten gemeldeten Kosten, dann Tokens.",
  "under 1 %": "unter 1 %",
  "over 99 %": "über 99 %",
  "under 1 s": "unter 1 s",
  "{days} days": "{days} Tage",
  Period: "Zeitraum",
  "How research is going, and where it gets stuck.":
    "Wie die Recherchen vorankommen und wo sie stecken bleiben.",
  "the insights": "die Auswertung",
  "The last {days} days": "Die letzten {days} Tage",
  "Effort and reports": "Aufwand und Berichte",
  "Skill runs, all time": "Läufe von Skills, gesamter Zeitraum",
  "Nothing happened in the last {days} days": "In den letzten {days} Tagen ist nichts geschehen",
  "See all plans": "Alle Pläne ansehen",
  "Show {days} days": "{days} Tage zeigen",
  "No plan changed and no client made a call.":
    "Kein Plan hat sich geändert, und kein Client hat etwas aufgerufen.",
  "No plan changed and no client made a call. A longer period may show more.":
    "Kein Plan hat sich geändert, und kein Client hat etwas aufgerufen. Ein längerer Zeitraum zeigt vielleicht mehr.",
  "Connect a client": "Client verbinden",
  "Figures appear as soon as an AI client does research with Trovella.":
    "Zahlen erscheinen, sobald ein KI-Client mit Trovella recherchiert.",
  "Completion rate": "Abschlussquote",
  "Of the plans that ended in this period, the share that was completed; the others failed.":
    "Anteil der in diesem Zeitraum beendeten Pläne, die abgeschlossen wurden; die übrigen sind fehlgeschlagen.",
  "{count} completed": "{count} abgeschlossen",
  "{count} failed": "{count} fehlgeschlagen",
  "Stall rate": "Stockungsquote",
  "Of the plans that changed in this period, the share that stalled: a step stopped responding, or no assistant continued, for too long.":
    "Anteil der in diesem Zeitraum geänderten Pläne, die ins Stocken gerieten: Ein Schritt reagierte zu lange nicht, oder kein Assistent machte weiter.",
  plans: "Pläne",
  "{count} stalled now": "{count} stocken gerade",
  "Tool calls with an error": "Tool-Aufrufe mit Fehler",
  "Of all tool calls in this period, the share that was refused or failed.":
    "Anteil aller Tool-Aufrufe dieses Zeitraums, die abgelehnt wurden oder fehlschlugen.",
  "by client": "nach Client",
  "Created in this period": "In diesem Zeitraum entstanden",
  "What was started and stored in this period. The lists show everything, newest first.":
    "Was in diesem Zeitraum begonnen und gespeichert wurde. Die Listen zeigen alles, das Neueste zuerst.",
  findings: "Befunde",
  reports: "Berichte",
  "{part} of {total} plans": "{part} von {total} Plänen",
  "{part} of {total} calls": "{part} von {total} Aufrufen",
  "Every start of a research skill, whatever its outcome.":
    "Jeder Start eines Recherche-Skills, gleich mit welchem Ergebnis.",
  "All runs": "Alle Läufe",
  "Average duration": "Durchschnittliche Dauer",
  "From start to end of completed runs, including time spent waiting for people.":
    "Vom Anfang bis zum Ende abgeschlossener Läufe, einschließlich der Zeit, in der auf Menschen gewartet wurde.",
  "Completed runs": "Abgeschlossene Läufe",
  "Failures in the last 24 hours": "Fehlgeschlagen in den letzten 24 Stunden",
  "Runs that failed in the last 24 hours.":
    "Läufe, die in den letzten 24 Stunden fehlgeschlagen sind.",
  "Failed runs": "Fehlgeschlagene Läufe",
  "Runs by status": "Läufe nach Status",
  "All runs by their current status.": "Alle Läufe nach ihrem jetzigen Status.",
  "runs with this status: {status}": "Läufe mit diesem Status: {status}",
  "Runs by skill": "Läufe nach Skill",
  "How often each skill was started.": "Wie oft jeder Skill gestartet wurde.",
  "runs of {skill}": "Läufe von {skill}",
};
