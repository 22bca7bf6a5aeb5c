import type { WordLists } from "./lexicon.ts";
import { portugueseLookAlikes } from "./look-alikes/portuguese.ts";

export const portuguese: WordLists = {
  language: "pt",
  isComplete: true,
  stopWords:
    "o, a, os, as, de, do, da, dos, das, e, em, no, na, nos, nas, que, é, um, uma, por, com, para, se, ao, à, não, mais, como, mas, foi, pelo, pela, são, ou, seu, sua, entre, também, até, foram, segundo, há, já, sobre, muito, quando, ser, está, às, aos, num, numa, isso, este, esta, anos",
  articles: "o, a, os, as, um, uma, uns, umas, que",
  pronouns:
    "ele, ela, eles, elas, nós, eu, você, vocês, lhe, lhes, o, a, os, as, se, seu, sua, seus, suas, este, esta, estes, estas, esse, essa, esses, essas, aquele, aquela, aqueles, aquelas, isto, isso, aquilo, quem, qual, quais, nosso, nossa, meu, minha, me, nos, ali, aqui, dele, dela, deles, delas, ambos, ambas, mesmo, mesma",
  prepositions:
    "a, ao, à, em, no, na, nos, nas, de, do, da, dos, das, com, por, pelo, pela, para, desde, entre, e, ou",
  fillers: "de, do, da, dos, das",
  critical: {
    negation:
      "não, nunca, jamais, nada, ninguém, nenhum, nenhuma, nem, sem, tampouco, mal, falso, falsa, nega, negam, negou, negaram, negar, rejeita, rejeitam, rejeitou, rejeitaram, recusa, recusou, recusaram, impossível, carece, mito, raramente, desmente, desmentiu, refuta, refutou, improvável, impede, impediu, zero, falta, deixou de",
    hedge:
      "pode, podem, poderia, poderiam, podia, deveria, deveriam, deve, devem, talvez, provavelmente, possivelmente, parece, parecem, parecia, aparentemente, supostamente, alegadamente, suposto, suposta, seria, seriam, teria, teriam, estima, estimado, estimada, aproximadamente, quase, potencialmente, em parte, parcialmente, preliminar, preliminares, provisório, provisória, provisórios, incerto, sugere, sugerem, sugeriu, possível, possíveis, provável, teoricamente, às vezes, frequentemente, geralmente, prevê, previsto, hipótese, ao que parece",
    condition:
      "se o, se a, se os, se as, se houver, se não, se for, se forem, se ele, se ela, se eles, salvo, exceto, excepto, só, somente, apenas, unicamente, desde que, contanto que, a menos que, a não ser, caso, em caso, depende, exclusivamente, sujeito a, caso contrário, sob condição",
    attribution:
      "diz, dizem, disse, disseram, segundo, de acordo com, conforme, afirma, afirmam, afirmou, afirmaram, alega, alegam, alegou, alegaram, sustenta, sustentam, sustentou, declara, declarou, declararam, considera, consideram, considerou, acredita, acreditam, acreditava, pensa, pensam, informa, informou, informaram, explica, explicou, explicam, alerta, alertou, alertam, alertaram, anuncia, anunciou, anunciaram, acusa, acusou, acusam, denuncia, denunciou, denunciam, argumenta, argumentam, argumentou, garante, garantem, garantiu, avisa, avisou, aponta, apontou, apontam, críticos, opositores, detratores, defensores, apoiadores, na opinião de, na visão de, espera, esperam, teme, temem, prometeu, promete, conclui, concluiu, concluem, escreveu, escreve, insiste, insistiu, reconheceu, estima que, estimam, acha, acham, defende, defendem, defendeu",
    quantifier:
      "alguns, algumas, algum, alguma, todos, todas, todo, toda, maioria, minoria, muitos, muitas, poucos, poucas, vários, várias, cada, metade, mais, menos, ambos, ambas, principalmente, sobretudo, especialmente, sempre, exatamente, completamente, outro, outra, outros, outras, total, média, por",
    direction:
      "sobe, subiu, subiram, subida, desce, desceu, desceram, descida, aumenta, aumentou, aumentaram, aumento, diminui, diminuiu, diminuíram, diminuição, cresce, cresceu, cresceram, crescimento, cai, caiu, caíram, queda, redução, reduziu, reduz, maior, maiores, menor, menores, superior, inferior, ganha, ganhou, perde, perdeu, perda, perdas, lucro, lucros, prejuízo, prejuízos, antes, depois, após, melhor, pior, sobre, sob, norte, sul, leste, oeste, primeiro, primeira, último, última, importações, exportações, aprovou, aprova, aceitou, aceita, legal, ilegal, melhora, melhorou, piora, piorou, proibiu, permitiu, recuo, recuou, alta, baixa",
    comparator:
      "pelo menos, ao menos, no mínimo, no máximo, mais de, menos de, não mais de, maior que, menor que, até, supera, superior a, inferior a",
    contrast:
      "mas, porém, contudo, todavia, entretanto, no entanto, embora, enquanto, apesar, ao contrário, pelo contrário, ainda que, em vez de, já que não",
  },
  phrases:
    "& = e, menos de = <, mais de = >, maior que = >, menor que = <, pelo menos = ≥, ao menos = ≥, no mínimo = ≥, no máximo = ≤, não mais de = ≤, aproximadamente = ≈, horas = h, hora = h",
  numberWords: {
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    catorze: 14,
    quatorze: 14,
    quinze: 15,
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
    sessenta: 60,
    setenta: 70,
    oitenta: 80,
    noventa: 90,
    cem: 100,
  },
  scales: {
    mil: 1e3,
    bilhão: 1e9,
    bilhões: 1e9,
    bilião: 1e12,
    biliões: 1e12,
    trilhão: 1e12,
    trilhões: 1e12,
  },
  lookAlikes: portugueseLookAlikes,
};
