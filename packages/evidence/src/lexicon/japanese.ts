import type { WordLists } from "./lexicon.ts";

/** Enough to judge what an ellipsis leaves out; too little for the fuzzy level. */
export const japanese: WordLists = {
  language: "ja",
  isComplete: false,
  stopWords: "の, に, は, を, た, が, で, て, と, し, れ, さ, い, も, な",
  articles: "",
  pronouns:
    "彼, 彼女, 彼ら, それ, これ, この, その, あの, 同社, 同氏, 同省, 同庁, わが国, われわれ, 私",
  prepositions: "",
  fillers: "",
  critical: {
    quantifier: "",
    direction: "",
    comparator: "",
    negation:
      "ない, なかった, ません, なく, なけれ, せず, ならず, られず, おらず, れず, えず, わず, 否定, 拒否, 反対, 誤り, 虚偽, なし",
    hedge:
      "かもしれ, 可能性, おそらく, 恐らく, 多分, たぶん, らしい, ようだ, ようで, 見込み, 見込ま, 思われ, 考えられ, 推定, 推測, 約, およそ, ほぼ, だろう, でしょう, と見られ, とみられ, はず, べき, 一部, 予想, 予定, 場合が, そうだ",
    condition: "場合, もし, 限り, 限っ, なら, れば, 条件, 除い, のみ, だけ, 以外, たら, 前提, しか",
    attribution:
      "によると, によれば, と述べ, と語っ, と話し, と主張, と批判, と指摘, と発表, と説明, と報じ, と答え, と強調, という, と言, といい, と考え, としている, は述べ, が述べ, 主張し, 批評家, 批判者",
    contrast: "しかし, 一方, けれど, ものの, だが, にもかかわらず, むしろ, 反面, ただし, のに",
  },
  phrases: "以上 = ≥, 以下 = ≤, 未満 = <",
  numberWords: {},
  scales: {},
  lookAlikes: "",
};
