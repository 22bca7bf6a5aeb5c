import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a quote in de, passage 1", () => {
  const source = prepareText(
    "Die Bundesregierung hat am Dienstag einen Gesetzentwurf beschlossen. Danach steigt der Mindestlohn auf 12,41 Euro pro Stunde. Kritiker sagen, das Gesetz sei kein Fortschritt für die Beschäftigten. Rund 3,5 Millionen Menschen könnten davon profitieren, wenn der Bundestag zustimmt. Die Temperatur lag bei −5 °C. Laut Ministerium sank die Zahl der Anträge um 4 Prozent. Die Müllers wohnen in der Hauptstraße.",
  );

  it.each([
    "Danach steigt der Mindestlohn auf 12.41 € pro Stunde",
    "[Die Bundesregierung] hat am Dienstag einen Gesetzentwurf beschlossen",
    "Rund 3.500.000 Menschen könnten davon profitieren, wenn der Bundestag zustimmt",
    "Die Temperatur lag bei -5°C",
    "sank die Zahl der Anträge um 4 %",
    "Die Bundesregierung hat am Diens-\ntag einen Gesetzentwurf beschlossen",
    "Die Muellers wohnen in der Hauptstrasse",
    "das Gesetz sei kein Fortschritt für die Beschäftigten",
    "Danach [nach dem Entwurf] steigt der Mindestlohn auf 12,41 Euro",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Das Gesetz sei kein Fortschritt für die Beschäftigten.",
    "das Gesetz sei ein Fortschritt für die Beschäftigten",
    "Die Temperatur lag bei 5 °C",
    "Danach sinkt der Mindestlohn auf 12,41 Euro pro Stunde",
    "Rund 3,5 Milliarden Menschen könnten davon profitieren",
    "Rund 3,5 Millionen Menschen … profitieren",
    "Rund 3,5 Millionen Menschen könnten davon profitieren.",
    "Die Zahl der Anträge sank um 4 Prozent",
    "Die Bundesregierung hat am Dienstag keinen Gesetzentwurf beschlossen",
    "sank die Zahl der Anträge um 4 Prozentpunkte",
    "Rund 3,5 Millionen Menschen werden davon profitieren",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in de, passage 2", () => {
  const source = prepareText(
    "Der Konzern verkaufte 2021 rund 1,5 Mio. Fahrzeuge, 12 % weniger als im Vorjahr. Der Vorstand erklärte, die Nachfrage habe sich nicht erholt. Das Werk in Wolfsburg, das 1938 gegründet wurde, beschäftigt mindestens 60.000 Menschen. Die Gewerkschaft fordert 8 % mehr Lohn; das Unternehmen bietet 3 %. Es gibt keine Hinweise darauf, dass der Impfstoff unsicher ist. „Wir werden das Werk nicht schließen“, sagte der Vorstandschef.",
  );

  it.each([
    "Der Konzern verkaufte 2021 rund 1.500.000 Fahrzeuge, 12% weniger als im Vorjahr",
    "Das Werk in Wolfsburg […] beschäftigt mindestens 60 000 Menschen",
    "Das Werk in Wolfsburg, das 1938 gegruendet wurde, beschaeftigt mindestens 60.000 Menschen",
    "Die Gewerkschaft fordert acht Prozent mehr Lohn",
    "Wir werden das Werk nicht schließen",
    "[Das Unternehmen] verkaufte 2021 rund 1,5 Mio. Fahrzeuge",
    "die Nachfrage habe sich nicht erholt",
    "Der Konzem verkaufte 2021 rund 1,5 Mio. Fahrzeuge",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Die Nachfrage habe sich nicht erholt.",
    "der Impfstoff unsicher ist",
    "Der Impfstoff ist unsicher",
    "Wir werden das Werk schließen",
    "Die Gewerkschaft fördert 8 % mehr Lohn",
    "Die Gewerkschaft … bietet 3 %.",
    "Das Werk in Wolfsburg … beschäftigt höchstens 60.000 Menschen",
    "Das Unternehmen fordert 8 % mehr Lohn; die Gewerkschaft bietet 3 %",
    "Der Konzern verkaufte 2021 rund 1,5 Mrd. Fahrzeuge",
    "12 % mehr als im Vorjahr",
    "Es gibt Hinweise darauf, dass der Impfstoff unsicher ist",
    "Der Vorstand … die Nachfrage habe sich nicht erholt",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in de, passage 3", () => {
  const source = prepareText(
    "Die Studie der Universität Zürich umfasste 1'250 Teilnehmer zwischen 18 und 65 Jahren. Etwa ein Drittel der Befragten gab an, nie zu rauchen. Nach Angaben der Forscher senkt Bewegung das Risiko um bis zu 20 Prozent. Der Wirkstoff darf nur bei Erwachsenen eingesetzt werden. Die Firma übernahm 2015 den Konkurrenten Beiersdorf. Das Gericht wies die Klage ab, weil die Frist abgelaufen war. Der Pegel stieg auf über 3,20 m. Alle Mitglieder stimmten zu, außer Ungarn.",
  );

  it.each([
    "Die Studie der Universität Zürich umfasste 1250 Teilnehmer zwischen 18 und 65 Jahren",
    "Die Studie der Universitaet Zuerich umfasste 1.250 Teilnehmer",
    "senkt Bewegung das Risiko um bis zu 20 %",
    "Das Gericht wies die Klage ab, weil die Frist abgelaufen war",
    "Der Pegel stieg auf über 3.20 m",
    "Der Wirkstoff darf nur bei Erwachsenen eingesetzt werden.",
    "Der Wirk-\nstoff darf nur bei Erwachsenen eingesetzt werden",
    "Alle Mitglieder stimmten zu, außer Ungarn.",
    "Alle Mitglieder stimmten zu, ausser Ungarn",
    "Das Gericht wies die Klage ab [...].",
    "„Das Gericht wies die Klage ab, weil die Frist abgelaufen war.“",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Alle Mitglieder stimmten zu.",
    "Der Wirkstoff darf bei Erwachsenen eingesetzt werden",
    "Der Wirkstoff darf … bei Erwachsenen eingesetzt werden",
    "Der Wirkstoff darf nur bei Kindern eingesetzt werden",
    "Bewegung senkt das Risiko um 20 Prozent",
    "senkt Bewegung das Risiko um 20 Prozent",
    "Das Gericht gab der Klage statt, weil die Frist abgelaufen war",
    "Beiersdorf übernahm 2015 den Konkurrenten",
    "Der Pegel stieg auf unter 3,20 m",
    "Der Pegel sank auf über 3,20 m",
    "Etwa zwei Drittel der Befragten gab an, nie zu rauchen",
    "Etwa ein Drittel der Befragten gab an … zu rauchen",
    "umfasste 1'520 Teilnehmer zwischen 18 und 65 Jahren",
    "Einige Mitglieder stimmten zu, außer Ungarn",
    "Senkt Bewegung das Risiko um bis zu 20 Prozent.",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
