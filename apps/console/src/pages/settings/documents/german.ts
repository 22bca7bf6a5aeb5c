export const german = {
  "A colour of the charts is not a colour. Write it like #0F766E.":
    "Eine Farbe der Diagramme ist keine Farbe. Sie wird wie #0F766E geschrieben.",
  "Add a colour": "Farbe hinzufügen",
  "All other colours follow from it. It is darkened where it could not be read.":
    "Alle anderen Farben ergeben sich daraus. Wo sie nicht lesbar wäre, wird sie abgedunkelt.",
  Always: "Immer",
  "Back to the default look?": "Zurück zum Standard?",
  "Brand colour": "Markenfarbe",
  "Colour {number}": "Farbe {number}",
  "Colours of charts": "Farben der Diagramme",
  "Cover page": "Deckblatt",
  "Default look": "Standard",
  "Discard changes": "Änderungen verwerfen",
  Documents: "Dokumente",
  "Documents have the default look.": "Dokumente sehen wieder aus wie im Standard.",
  "Download as a file": "Als Datei herunterladen",
  "Font of headings": "Schrift der Überschriften",
  "Font of text": "Schrift des Textes",
  Footer: "Fußzeile",
  "For longer reports": "Bei längeren Berichten",
  "It is shown in the preview first, and stored when you save.":
    "Sie wird zuerst in der Vorschau gezeigt und beim Speichern übernommen.",
  "Language of labels": "Sprache der Beschriftungen",
  "Leave without saving": "Ohne Speichern verlassen",
  "Leave without saving?": "Ohne Speichern verlassen?",
  Logo: "Logo",
  "Logo, colours and everything else above are removed for the whole organization.":
    "Logo, Farben und alles andere oben werden für die ganze Organisation entfernt.",
  "Logo, colours, fonts and language of reports.":
    "Logo, Farben, Schriften und Sprache von Berichten.",
  "Look of documents": "Aussehen der Dokumente",
  "Look of documents changed": "Aussehen der Dokumente geändert",
  "Look of documents saved.": "Aussehen der Dokumente gespeichert.",
  "Look of the preview": "Aussehen der Vorschau",
  "Making the preview …": "Vorschau wird erstellt …",
  Never: "Nie",
  "Not saved yet.": "Noch nicht gespeichert.",
  "On every page, beside date and version.": "Auf jeder Seite, neben Datum und Version.",
  "PNG or JPEG, up to 200 kB.": "PNG oder JPEG, bis 200 kB.",
  Paper: "Papier",
  "Pick: {colour}": "Auswählen: {colour}",
  Preview: "Vorschau",
  "Remove the logo": "Logo entfernen",
  "Remove: {what}": "Entfernen: {what}",
  "Restore the default": "Standard wiederherstellen",
  "Sample report in this theme": "Beispielbericht in diesem Aussehen",
  "That of the report": "Die des Berichts",
  "The brand colour is not a colour. Write it like #0F766E.":
    "Die Markenfarbe ist keine Farbe. Sie wird wie #0F766E geschrieben.",
  "The font of headings has at most 60 letters, digits and spaces.":
    "Die Schrift der Überschriften hat höchstens 60 Buchstaben, Ziffern und Leerzeichen.",
  "The font of text has at most 60 letters, digits and spaces.":
    "Die Schrift des Textes hat höchstens 60 Buchstaben, Ziffern und Leerzeichen.",
  "The footer has at most 200 characters.": "Die Fußzeile hat höchstens 200 Zeichen.",
  "The logo": "Das Logo",
  "The logo has more than 4000 pixels in width or height. Export it smaller; 600 pixels in width are plenty.":
    "Das Logo hat mehr als 4000 Pixel in Breite oder Höhe. Bitte kleiner exportieren; 600 Pixel Breite genügen.",
  "The logo is an SVG. Such files can carry scripts, and Word, Excel and PowerPoint do not show them everywhere. Export it as PNG, 600 pixels wide or more.":
    "Das Logo ist ein SVG. Solche Dateien können Skripte enthalten, und Word, Excel und PowerPoint zeigen sie nicht überall. Bitte als PNG exportieren, mindestens 600 Pixel breit.",
  "The logo is damaged: its file is incomplete. Export it again as PNG.":
    "Das Logo ist beschädigt: Die Datei ist unvollständig. Bitte noch einmal als PNG exportieren.",
  "The logo is larger than 200 kB. Export it smaller; 600 pixels in width are plenty.":
    "Das Logo ist größer als 200 kB. Bitte kleiner exportieren; 600 Pixel Breite genügen.",
  "The logo is not a PNG or JPEG image. Export it as PNG.":
    "Das Logo ist kein PNG- oder JPEG-Bild. Bitte als PNG exportieren.",
  "The look of documents was changed here and not saved.":
    "Das Aussehen der Dokumente wurde hier geändert und nicht gespeichert.",
  "The name has 1 to 100 characters.": "Der Name hat 1 bis 100 Zeichen.",
  "The page for the web. Word, PDF, slides and sheets follow the same theme.":
    "Die Seite fürs Web. Word, PDF, Folien und Tabellen folgen demselben Aussehen.",
  "Theme file": "Design-Datei",
  "This file is not a theme. Download the current one to see how it is written.":
    "Diese Datei ist kein Design. Die aktuelle herunterladen, um zu sehen, wie sie aufgebaut ist.",
  "Up to five. Without any they follow the brand colour.":
    "Bis zu fünf. Ohne Angabe folgen sie der Markenfarbe.",
  "Use a theme file": "Design-Datei verwenden",
  "Word, Excel and PowerPoint use it where the reader has it.":
    "Word, Excel und PowerPoint verwenden sie, wo sie vorhanden ist.",
  "the look of documents": "das Aussehen der Dokumente",
  "{colour} as digits": "{colour} als Ziffern",
};
