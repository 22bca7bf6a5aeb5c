export const german = {
  "All evidence as CSV": "Alle Belege als CSV",
  "Tool calls as CSV": "Tool-Aufrufe als CSV",
  "Last 7 days": "Letzte 7 Tage",
  "Last 30 days": "Letzte 30 Tage",
  "Last 90 days": "Letzte 90 Tage",
  "This month": "Dieser Monat",
  "Last month": "Letzter Monat",
  "From … to …": "Von … bis …",
  Dates: "Zeitraum",
  "Any date": "Jedes Datum",
  To: "Bis",
  "{count} row saved as CSV.": "{count} Zeile als CSV gespeichert.",
  "{count} rows saved as CSV.": "{count} Zeilen als CSV gespeichert.",
  "The first {count} rows saved as CSV. Use filters for the others.":
    "Die ersten {count} Zeilen als CSV gespeichert. Für die übrigen Filter setzen.",
  "The file could not be made. Try again.":
    "Die Datei konnte nicht erstellt werden. Bitte erneut versuchen.",
};
