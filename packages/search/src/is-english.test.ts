import { expect, it } from "vitest";
import { isEnglish } from "./is-english.ts";

it.each([
  "heat pumps",
  "PGlite",
  "What is the effect of street trees on heat?",
  "battery recycling plants",
  "Schrödinger's equation and its limits",
  "cost of naïve approaches in São Paulo",
  "CVE-2014-0160",
  "",
  "2026 ??",
])("takes for English: %s", (query) => {
  expect(isEnglish(query)).toBe(true);
});

it.each([
  ["German", "Was kostet eine Wärmepumpe im Altbau?"],
  ["German", "Auswirkungen der Inflation auf Mieten"],
  ["German", "Wärmepumpe Förderung"],
  ["French", "Quels sont les effets du climat sur la vigne ?"],
  ["French", "l'impact des tarifs"],
  ["Spanish", "¿Cómo funciona la energía solar en los hogares?"],
  ["Spanish", "precios del agua"],
  ["Portuguese", "Qual é o preço da energia em Portugal?"],
  ["Portuguese", "impostos sobre veículos"],
  ["Italian", "Quali sono gli effetti della siccità?"],
  ["Italian", "storia della ceramica"],
  ["Dutch", "Wat zijn de kosten van een warmtepomp?"],
  ["Dutch", "gevolgen van het klimaat voor boeren"],
  ["Russian", "стоимость тепловых насосов"],
  ["Greek", "κόστος θέρμανσης"],
  ["Arabic", "تكلفة المضخات الحرارية"],
  ["Hebrew", "עלות משאבות חום"],
  ["Hindi", "ताप पंप की लागत"],
  ["Chinese", "热泵的成本"],
  ["Japanese", "ヒートポンプの費用 MCP"],
  ["Korean", "열펌프 비용"],
  ["Thai", "ราคาปั๊มความร้อน"],
])("does not take for English, but %s: %s", (_language, query) => {
  expect(isEnglish(query)).toBe(false);
});
