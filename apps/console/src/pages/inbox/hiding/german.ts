export const german = {
  "Until tomorrow": "Bis morgen",
  "For 3 days": "Für 3 Tage",
  "Until next week": "Bis nächste Woche",
  "Dismissed.": "Ausgeblendet.",
  "{count} items dismissed.": "{count} Einträge ausgeblendet.",
  "Snoozed until {day}.": "Zurückgestellt bis {day}.",
  "Comes back when something new happens to the plan":
    "Kommt wieder, wenn sich am Plan etwas Neues tut",
  Dismiss: "Ausblenden",
  Snooze: "Zurückstellen",
  "Dismiss all": "Alle ausblenden",
  "Snoozed ({count})": "Zurückgestellt ({count})",
  "Dismissed ({count})": "Ausgeblendet ({count})",
  "until something new happens": "bis sich etwas Neues tut",
  "Put back: {plan}": "Zurückholen: {plan}",
  "Put back": "Zurückholen",
};
