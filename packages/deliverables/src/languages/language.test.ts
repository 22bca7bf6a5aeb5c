import { describe, expect, it } from "vitest";
import { languageOf } from "./language.ts";

describe("the language of a text", () => {
  it.each([
    ["en", "The short answer is that it depends on the house and on the price of power."],
    ["de", "Die kurze Antwort ist, dass es vom Haus und vom Preis des Stroms abhängt."],
    ["fr", "La réponse est que cela dépend de la maison et du prix de l’électricité."],
    ["es", "La respuesta es que depende de la casa y del precio de la electricidad."],
    ["pt", "A resposta é que isso depende da casa e do preço da eletricidade, não do clima."],
    ["ja", "答えは家と電気代によって決まるということです。"],
    ["zh", "答案取决于房屋和电价。"],
    ["ar", "الإجابة هي أن ذلك يعتمد على المنزل وسعر الكهرباء."],
  ])("is %s by its words or letters", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it("is not guessed from links, code and single words", () => {
    expect(languageOf("![A chart](https://example.com/a.png)")).toBe("en");
    expect(languageOf("Die Studie")).toBe("en");
  });
});
