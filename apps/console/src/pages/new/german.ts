export const german = {
  "Say what you want to know. An assistant does the research; you follow it here.":
    "Was soll herausgefunden werden? Ein Assistent recherchiert, hier lässt es sich verfolgen.",
  "the earlier plan": "der frühere Plan",
  "Builds on {plan} ({handle}): its findings stay stored, and the assistant reads them first.":
    "Baut auf {plan} ({handle}) auf: Die Befunde bleiben gespeichert, der Assistent liest sie zuerst.",
  "A quick overview: one search and the answer, 3 to 8 sources.":
    "Ein schneller Überblick: eine Suche und die Antwort, 3 bis 8 Quellen.",
  "Deep research": "Gründliche Recherche",
  "Several searches, a critique and a checkpoint: 8 steps or more.":
    "Mehrere Suchen, eine Gegenprüfung und ein Kontrollpunkt: mindestens 8 Schritte.",
  "Answer in the chat": "Antwort im Chat",
  "Word document": "Word-Dokument",
  "Markdown notes": "Markdown-Notizen",
  "Excel workbook": "Excel-Arbeitsmappe",
  "PowerPoint slides": "PowerPoint-Folien",
  "Compare players of a market": "Anbieter eines Marktes vergleichen",
  "Prepare a decision": "Eine Entscheidung vorbereiten",
  Question: "Frage",
  "One question with its scope: region, period, options, criteria.":
    "Eine Frage mit ihrem Rahmen: Region, Zeitraum, Optionen, Kriterien.",
  "Result as": "Ergebnis als",
  Notes: "Notizen",
  "Optional: what is known already, what to leave out, length, language.":
    "Optional: was schon bekannt ist, was wegbleiben soll, Länge, Sprache.",
  Depth: "Tiefe",
  Template: "Vorlage",
  "Built in": "Mitgeliefert",
  "Of your organization": "Der Organisation",
  "There is no such template any more. Choose another one.":
    "Diese Vorlage gibt es nicht mehr. Eine andere wählen.",
  "{count} step": "{count} Schritt",
  "{count} steps": "{count} Schritte",
  "Ask me (checkpoints)": "Rückfragen (Kontrollpunkte)",
  "Before it starts: show me the plan": "Vor dem Start: den Plan zeigen",
  "Before the answer is written (always in deep research)":
    "Vor der Antwort (bei gründlicher Recherche immer)",
  "Before the answer is written: show me the findings": "Vor der Antwort: die Befunde zeigen",
  "Only decisions made here in the console count": "Nur Entscheidungen hier in der Konsole zählen",
  "Too long by {count} characters.": "Um {count} Zeichen zu lang.",
  "Or create the plan now": "Oder den Plan jetzt anlegen",
  "It waits in Plans until you tell any connected assistant to continue it.":
    "Er wartet unter Pläne, bis ein verbundener Assistent ihn fortsetzen soll.",
  "Creating …": "Wird angelegt …",
  "Create draft plan": "Plan als Entwurf anlegen",
  "Give this to your assistant": "Dem Assistenten geben",
  "The prompt appears here as you type.": "Der Prompt entsteht hier beim Tippen.",
  "The plan is waiting for an assistant": "Der Plan wartet auf einen Assistenten",
  "{plan} has {steps}. Tell your assistant to continue it:":
    "{plan} hat {steps}. Den Assistenten bitten, ihn fortzusetzen:",
  "Create another one": "Noch einen anlegen",
  "Write the question first.": "Zuerst die Frage schreiben.",
  "Start again with these findings": "Mit diesen Befunden neu beginnen",
};
