export const german = {
  "Local user": "Lokaler Benutzer",
  "Something went wrong on this page. Reload it to try again.":
    "Auf dieser Seite ist etwas schiefgegangen. Bitte neu laden.",
  "The server is not responding. Is it running? Start it with `{command}`.":
    "Der Server antwortet nicht. Läuft er? Er startet mit `{command}`.",
  "an unknown user": "eine unbekannte Person",
};
