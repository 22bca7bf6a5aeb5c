export const german = {
  "AI assistants research here step by step; every source is kept, and you decide where it matters.":
    "KI-Assistenten recherchieren hier Schritt für Schritt; jede Quelle bleibt erhalten, und wo es darauf ankommt, entscheidet ein Mensch.",
  "the summary": "die Übersicht",
  "Plans started": "Begonnene Pläne",
  "Plans completed": "Abgeschlossene Pläne",
  "Reports written": "Geschriebene Berichte",
  "in {count} day": "in {count} Tag",
  "in {count} days": "in {count} Tagen",
  "{count} waits for others": "{count} wartet auf andere",
  "{count} wait for others": "{count} warten auf andere",
  "See all": "Alle ansehen",
  "Needs you": "Wartet auf eine Entscheidung",
  "You're all caught up": "Alles erledigt",
  Decide: "Entscheiden",
  "Working now": "Gerade in Arbeit",
  "No assistant is working. Ask your AI client to start or resume a plan.":
    "Kein Assistent arbeitet. Im KI-Client einen Plan beginnen oder fortsetzen lassen.",
  "Step {number}: {instructions}": "Schritt {number}: {instructions}",
  "Recently finished": "Kürzlich abgeschlossen",
  "Nothing finished yet": "Noch nichts abgeschlossen",
  "{count} source": "{count} Quelle",
  "{count} sources": "{count} Quellen",
  "Read the report: {plan}": "Bericht lesen: {plan}",
  "Read the report": "Bericht lesen",
  "1. Connect your AI client": "1. Den KI-Client verbinden",
  "Connect your AI client": "Den KI-Client verbinden",
  "2. Ask it to research something": "2. Etwas recherchieren lassen",
  "Write your question here and get the prompt for it, or copy an example:":
    "Hier die Frage schreiben und den Prompt dafür erhalten, oder ein Beispiel kopieren:",
  "Or look at the sample first": "Oder zuerst das Beispiel ansehen",
  "Four invented research plans: two finished, one that waits for your review, one that has stalled.":
    "Vier erfundene Recherchepläne: zwei abgeschlossene, einer wartet auf eine Prüfung, einer ist ins Stocken geraten.",
  "Claude Code, Claude Desktop, Cursor, VS Code, Codex and Gemini CLI connect with one command. See {connect} for yours; it also shows when the first call arrives.":
    "Claude Code, Claude Desktop, Cursor, VS Code, Codex und Gemini CLI lassen sich mit einem Befehl verbinden. Welcher das ist, steht unter {connect}; dort erscheint auch der erste Aufruf.",
  "It signs in as you. {connect} says how for each client, and shows when the first call arrives. The URL is":
    "Er meldet sich mit dem eigenen Konto an. Unter {connect} steht, wie das bei jedem Client geht; dort erscheint auch der erste Aufruf. Die URL lautet",
  "The sample is loaded.": "Das Beispiel ist geladen.",
  "Your role cannot load it.": "Die eigene Rolle erlaubt das Laden nicht.",
  "Loading the sample …": "Beispiel wird geladen …",
  "Load the sample": "Beispiel laden",
  "{count} sample plan removed.": "{count} Beispielplan entfernt.",
  "{count} sample plans removed.": "{count} Beispielpläne entfernt.",
  "{count} plan here is a sample: invented, with invented sources.":
    "{count} Plan hier ist ein Beispiel: erfunden, mit erfundenen Quellen.",
  "{count} plans here are a sample: invented, with invented sources.":
    "{count} Pläne hier sind ein Beispiel: erfunden, mit erfundenen Quellen.",
  "Remove the sample": "Beispiel entfernen",
  "Remove the sample?": "Beispiel entfernen?",
  "Its plans go for good, with their findings and reports. Your own research stays.":
    "Seine Pläne verschwinden endgültig, mit Befunden und Berichten. Die eigene Recherche bleibt.",
};
