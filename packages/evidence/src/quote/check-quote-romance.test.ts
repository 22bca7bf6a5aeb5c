import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a quote in fr, passage 1", () => {
  const source = prepareText(
    "Le gouvernement a annoncé mardi une hausse de 5 % des salaires. Selon les syndicats, cette mesure ne suffira pas. Le ministre n'a jamais promis de baisser les impôts. Environ 2 000 personnes ont manifesté à Paris et à Lyon. L'entreprise pourrait fermer son usine si les ventes reculent.",
  );

  it.each([
    "Le gouvernement a annoncé mardi une hausse de 5 pour cent des salaires",
    "Environ 2000 personnes ont manifesté à Paris et à Lyon",
    "Environ 2.000 personnes ont manifesté à Paris & à Lyon",
    "L’entreprise pourrait fermer son usine si les ventes reculent",
    "cette mesure ne suffira pas",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Cette mesure ne suffira pas.",
    "cette mesure suffira",
    "Le ministre a promis de baisser les impôts",
    "Le ministre … promis de baisser les impôts",
    "Environ 20 000 personnes ont manifesté à Paris et à Lyon",
    "L'entreprise pourrait fermer son usine.",
    "L'entreprise … fermer son usine si les ventes reculent",
    "une baisse de 5 % des salaires",
    "Environ 2 000 personnes ont manifesté à Lyon et à Paris",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in es, passage 2", () => {
  const source = prepareText(
    "El Gobierno anunció el martes una subida del 3,5 % de las pensiones. Según la oposición, la medida no resuelve el problema. Casi 1,2 millones de personas podrían quedar fuera. El ministro nunca habló con la empresa. La compañía vendió más de 500 coches.",
  );

  it.each([
    "El Gobierno anunció el martes una subida del 3.5% de las pensiones",
    "Casi 1.200.000 personas podrían quedar fuera",
    "una subida del 3,5 por ciento de las pensiones",
    "La compania vendio más de 500 coches",
    "la medida no resuelve el problema",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "La medida no resuelve el problema.",
    "la medida resuelve el problema",
    "El ministro siempre habló con la empresa",
    "El ministro … habló con la empresa",
    "Casi 1,2 millones de personas … quedar fuera",
    "La compañía vendió menos de 500 coches",
    "La compañía vendió 500 coches",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in pt, passage 3", () => {
  const source = prepareText(
    "O governo anunciou na terça-feira um aumento de 4,2% nas tarifas. Segundo a oposição, a medida não resolve o problema. Cerca de 300 mil famílias podem perder o benefício. A empresa nunca admitiu a falha.",
  );

  it.each([
    "O governo anunciou na terça-feira um aumento de 4.2 por cento nas tarifas",
    "Cerca de 300.000 famílias podem perder o benefício",
    "a medida não resolve o problema",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "A medida não resolve o problema.",
    "a medida resolve o problema",
    "A empresa … admitiu a falha",
    "Cerca de 300 milhões de famílias podem perder o benefício",
    "Cerca de 300 mil famílias … perder o benefício",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in fr, passage 4", () => {
  const source = prepareText(
    "L'étude publiée en 2018 montre que 45 % des patients ont guéri. D'après les chercheurs, le traitement pourrait réduire la mortalité de 3 points de pourcentage. « Nous n'avons pas de preuve », a déclaré le ministre. L'usine, construite en 1975 près de Lyon, emploie plus de 1 200 salariés. Aucun accident n'a été signalé. Les ventes ont augmenté de 7,5 % en Allemagne, mais elles ont baissé de 2 % en Italie.",
  );

  it.each([
    "L’étude publiée en 2018 montre que 45 % des patients ont guéri",
    "L'etude publiee en 2018 montre que 45% des patients ont gueri",
    "L'usine […] emploie plus de 1 200 salariés",
    "L'usine, construite en 1975 près de Lyon, emploie plus de 1.200 salariés",
    "le traitement pourrait réduire la mortalité de 3 points de pourcentage",
    "Nous n'avons pas de preuve",
    "Les ventes ont augmenté de 7.5 pour cent en Allemagne",
    "Aucun accident n’a été signalé",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "Le traitement pourrait réduire la mortalité de 3 points de pourcentage.",
    "le traitement réduit la mortalité de 3 points de pourcentage",
    "le traitement pourrait réduire la mortalité de 3 %",
    "Nous avons des preuves",
    "Un accident a été signalé",
    "emploie moins de 1 200 salariés",
    "Les ventes ont augmenté de 7,5 % en Allemagne … en Italie.",
    "Les ventes ont … baissé de 2 % en Italie",
    "Les ventes ont augmenté de 7,5 % en Italie",
    "L'usine, construite en 1957 près de Lyon",
    "le traitement pourrait réduire la moralité de 3 points",
    "Nous n'avons … preuve",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in es, passage 5", () => {
  const source = prepareText(
    "Según el informe, el 60 % de los hogares no tiene acceso a internet. La empresa, fundada en 1990, exporta a más de 40 países. El ministro dijo que los impuestos subirían si el déficit crece. Murieron 15 personas y 230 resultaron heridas. La temperatura alcanzó los 41,5 grados centígrados.",
  );

  it.each([
    "el 60% de los hogares no tiene acceso a internet",
    "La empresa […] exporta a más de 40 países",
    "Murieron quince personas y 230 resultaron heridas",
    "La temperatura alcanzó los 41.5 °C",
    "los impuestos subirían si el déficit crece",
    "[El ministro] dijo que los impuestos subirían si el déficit crece",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "El 60 % de los hogares no tiene acceso a internet.",
    "Los impuestos subirían si el déficit crece.",
    "los impuestos subirán si el déficit crece",
    "El ministro dijo que los impuestos subirían.",
    "Murieron 230 personas y 15 resultaron heridas",
    "exporta a menos de 40 países",
    "el 60 % de los hogares tiene acceso a internet",
    "el 60 % de los hogares … tiene acceso a internet",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in pt, passage 6", () => {
  const source = prepareText(
    "O relatório afirma que 2,3 milhões de brasileiros não têm água tratada. A barragem, inaugurada em 1982, gera 14.000 MW. Segundo o ministro, os preços devem cair se a safra for boa. Apenas três dos dez estados cumpriram a meta.",
  );

  it.each([
    "2,3 milhões de brasileiros não têm água tratada",
    "A barragem […] gera 14 000 MW",
    "A barragem, inaugurada em 1982, gera 14,000MW",
    "Apenas 3 dos 10 estados cumpriram a meta",
    "os preços devem cair se a safra for boa",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "2,3 bilhões de brasileiros não têm água tratada",
    "2,3 milhões de brasileiros têm água tratada",
    "Os preços devem cair se a safra for boa.",
    "Segundo o ministro, os preços devem cair.",
    "os preços vão cair se a safra for boa",
    "três dos dez estados cumpriram a meta",
    "Apenas sete dos dez estados cumpriram a meta",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in fr, passage 7", () => {
  const source = prepareText(
    "Le 14 juillet 2020, le maire de Lyon a inauguré un pont de 250 m. Il a coûté 12,5 M€, soit 3 M€ de moins que prévu. Les experts estiment que le trafic devrait diminuer d'au moins 10 %. La plupart des habitants soutiennent le projet, sauf les commerçants. « Le pont n'est pas dangereux », a affirmé l'ingénieur. Le fleuve a débordé à cause des pluies et non à cause du barrage.",
  );

  it.each([
    "Le 14 juillet 2020, le maire de Lyon a inauguré un pont de 250m",
    "Il a coûté 12.5 M€",
    "[Le pont] a coûté 12,5 M€, soit 3 M€ de moins que prévu",
    "le trafic devrait diminuer d’au moins 10%",
    "La plupart des habitants soutiennent le projet, sauf les commerçants",
    "Le pont n’est pas dangereux",
    "Le fleuve a débordé à cause des pluies et non à cause du barrage",
    "Le fleuve a deborde a cause des pluies et non a cause du barrage",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "La plupart des habitants soutiennent le projet.",
    "Tous les habitants soutiennent le projet, sauf les commerçants",
    "Le trafic devrait diminuer d'au moins 10 %.",
    "le trafic devrait diminuer d'au plus 10 %",
    "le trafic va diminuer d'au moins 10 %",
    "Le pont est dangereux",
    "Le pont n'est … dangereux",
    "Le fleuve a débordé à cause du barrage",
    "Le fleuve a débordé à cause des pluies et … à cause du barrage",
    "soit 3 M€ de plus que prévu",
    "Il a coûté 12,5 Md€",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in es, passage 8", () => {
  const source = prepareText(
    "En 2021 la población de Quito superó los 2,7 millones de habitantes. El alcalde no descartó nuevas restricciones. Los expertos advierten que el volcán podría entrar en erupción. Solo el 5 % de los encuestados confía en el Congreso. La empresa A compró a la empresa B por 300 millones de dólares.",
  );

  it.each([
    "En 2021 la población de Quito superó los 2.700.000 habitantes",
    "la poblacion de Quito supero los 2,7 millones de habitantes",
    "el volcán podría entrar en erupción",
    "Solo el 5% de los encuestados confía en el Congreso",
    "Sólo el 5 % de los encuestados confía en el Congreso",
    "La empresa A compró a la empresa B por US$ 300 millones",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "El alcalde descartó nuevas restricciones",
    "El alcalde … descartó nuevas restricciones",
    "El volcán podría entrar en erupción.",
    "el volcán va a entrar en erupción",
    "el 5 % de los encuestados confía en el Congreso",
    "La empresa B compró a la empresa A por 300 millones de dólares",
    "La empresa A compró a la empresa B por 300 mil dólares",
    "El 5 % de los encuestados confía en el Congreso",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a quote in pt, passage 9", () => {
  const source = prepareText(
    "A inflação acumulada em 12 meses chegou a 10,06% em 2021. O banco central elevou a taxa para 9,25% ao ano. Cientistas acreditam que a floresta pode desaparecer caso o desmatamento continue. Nenhum dos acusados confessou. O rio subiu 3,5 m em 24 horas.",
  );

  it.each([
    "A inflação acumulada em 12 meses chegou a 10.06 % em 2021",
    "A inflacao acumulada em 12 meses chegou a 10,06% em 2021",
    "O rio subiu 3,5m em 24 horas",
    "O rio subiu 3,5 m em 24h",
    "[O BC] elevou a taxa para 9,25% ao ano",
    "a floresta pode desaparecer caso o desmatamento continue",
  ])("accepts: %s", (quote) => {
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each([
    "A floresta pode desaparecer caso o desmatamento continue.",
    "Cientistas acreditam que a floresta pode desaparecer.",
    "Todos os acusados confessaram",
    "Um dos acusados confessou",
    "O rio desceu 3,5 m em 24 horas",
    "O rio subiu 5,3 m em 24 horas",
    "O banco central elevou a taxa para 9,52% ao ano",
    "a floresta vai desaparecer caso o desmatamento continue",
    "Cientistas acreditam que a floresta … desaparecer caso o desmatamento continue",
  ])("refuses: %s", (quote) => {
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
