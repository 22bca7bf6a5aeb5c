import type { WordLists } from "./lexicon.ts";
import { spanishLookAlikes } from "./look-alikes/spanish.ts";

export const spanish: WordLists = {
  language: "es",
  isComplete: true,
  stopWords:
    "el, la, los, las, de, del, y, en, que, es, un, una, por, con, para, se, su, sus, al, lo, como, más, pero, fue, ha, han, o, este, esta, entre, no, son, sobre, también, desde, según, hasta, era, ser, está, cuando, muy, sin, había, años, le, si, porque",
  articles: "el, la, los, las, un, una, unos, unas, lo, que",
  pronouns:
    "él, ella, ellos, ellas, nosotros, yo, tú, usted, ustedes, le, les, lo, la, los, las, se, su, sus, suyo, suya, este, esta, estos, estas, ese, esa, esos, esas, aquel, aquella, esto, eso, ello, quien, quienes, cual, cuales, nuestro, nuestra, mi, mis, me, nos, allí, aquí, dicho, dicha, dichos, dichas, ambos, ambas, éste, ésta",
  prepositions: "a, al, en, de, del, con, por, para, desde, entre, sobre, y, o, el",
  fillers: "de, del",
  critical: {
    negation:
      "no, nunca, jamás, nada, nadie, ningún, ninguno, ninguna, ni, sin, tampoco, apenas, falso, falsa, niega, niegan, negó, negaron, negar, rechaza, rechazan, rechazó, rechazaron, imposible, carece, carecen, mito, rara vez, desmiente, desmintió, refuta, refutó, improbable, impide, impidió, cero, falta",
    hedge:
      "puede, pueden, podría, podrían, podía, debería, deberían, debe, deben, quizá, quizás, tal vez, probablemente, posiblemente, acaso, parece, parecen, parecía, aparentemente, supuestamente, presuntamente, presunto, presunta, presuntos, sería, serían, habría, habrían, estima, estimado, estimada, se estima, aproximadamente, casi, unos, potencialmente, en parte, parcialmente, preliminar, preliminares, provisional, provisionales, incierto, sugiere, sugieren, sugirió, posible, posibles, probable, teóricamente, a veces, a menudo, generalmente, prevé, previsto, hipótesis, al parecer",
    condition:
      "si, salvo, excepto, solo, sólo, solamente, únicamente, siempre que, siempre y cuando, a menos que, a condición, con tal de, en caso, mientras que no, depende, exclusivamente, sujeto a, de lo contrario, a no ser",
    attribution:
      "dice, dicen, dijo, dijeron, decía, según, afirma, afirman, afirmó, afirmaron, asegura, aseguran, aseguró, aseguraron, sostiene, sostienen, sostuvo, declara, declaró, declararon, considera, consideran, consideró, cree, creen, creía, opina, opinan, piensa, piensan, informa, informó, informan, informaron, explica, explicó, explican, advierte, advirtió, advierten, advirtieron, anuncia, anunció, anunciaron, acusa, acusó, acusan, denuncia, denunció, denuncian, argumenta, argumentan, argumentó, alega, alegan, alegó, señala, señaló, señalan, señalaron, críticos, opositores, detractores, partidarios, de acuerdo con, en opinión de, a juicio de, espera, esperan, teme, temen, prometió, promete, concluye, concluyó, concluyen, escribió, escribe, insiste, insistió, reconoció, estima que, estiman",
    quantifier:
      "algunos, algunas, algún, alguna, todos, todas, todo, toda, mayoría, minoría, muchos, muchas, pocos, pocas, varios, varias, cada, mitad, más, menos, ambos, ambas, principalmente, sobre todo, especialmente, siempre, exactamente, completamente, otro, otra, otros, otras, total, promedio, media, por, unos, unas",
    direction:
      "sube, subió, subieron, subida, baja, bajó, bajaron, bajada, aumenta, aumentó, aumentaron, aumento, disminuye, disminuyó, disminuyeron, disminución, crece, creció, crecieron, crecimiento, cae, cayó, cayeron, caída, descenso, descendió, incremento, incrementó, reducción, redujo, reduce, mayor, mayores, menor, menores, superior, inferior, gana, ganó, pierde, perdió, pérdida, pérdidas, ganancia, ganancias, antes, después, mejor, peor, sobre, bajo, norte, sur, este, oeste, primero, primera, último, última, importaciones, exportaciones, aprobó, aprueba, aceptó, acepta, legal, ilegal, mejora, mejoró, empeora, empeoró, prohibió, permitió",
    comparator:
      "al menos, por lo menos, como mínimo, como máximo, a lo sumo, más de, menos de, no más de, mayor que, menor que, hasta, supera, superior a, inferior a",
    contrast:
      "pero, sin embargo, aunque, mientras, sino, no obstante, a pesar, en cambio, por el contrario, más bien, pese a, mientras que, en lugar de",
  },
  phrases:
    "sólo = solo, & = y, menos de = <, más de = >, mayor que = >, menor que = <, al menos = ≥, por lo menos = ≥, como mínimo = ≥, como máximo = ≤, no más de = ≤, a lo sumo = ≤, aproximadamente = ≈, ee uu = eeuu, estados unidos = eeuu, horas = h, hora = h",
  numberWords: {
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    once: 11,
    doce: 12,
    trece: 13,
    catorce: 14,
    quince: 15,
    veinte: 20,
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    cien: 100,
  },
  scales: { mil: 1e3, billón: 1e12, billones: 1e12 },
  lookAlikes: spanishLookAlikes,
};
