import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

export const JAPANESE: Deliverable = {
  title: "公営プールの熱源転換：どこから始めるべきか",
  researchQuestion: "市内の公営プールのうち、ガスからヒートポンプへ最初に転換すべき施設はどれか。",
  planName: "公営プールの熱源転換",
  organization: "サンプル市スポーツ課",
  createdAt: new Date("2026-11-16T09:00:00Z"),
  version: 1,
  confidence: 0.8,
  made: {
    searches: 6,
    pagesRead: 12,
    steps: 5,
    assistants: ["Claude Code"],
    startedAt: new Date("2026-11-14T09:00:00Z"),
    endedAt: new Date("2026-11-16T08:00:00Z"),
    approvals: [
      {
        what: "対象施設と評価基準",
        decision: "approve",
        by: "田中",
        at: new Date("2026-11-15T09:00:00Z"),
        isRelayed: false,
      },
    ],
  },
  sources: [
    source("1", {
      number: 1,
      title: "公営プール十二施設のエネルギー調査（サンプル）",
      url: "https://works.example.org/ja/pool-audit",
      author: "サンプル市施設課",
      publishedAt: "2026-03-12",
      quotes: ["三つの屋内プールがガス使用量の六割を占める。"],
    }),
    source("2", {
      number: 2,
      title: "Monitoring of two indoor pools (sample)",
      url: "https://institute.example.net/two-winters",
      author: "Institute for Sample Buildings",
      publishedAt: "2026-06-20",
    }),
  ],
  markdown: `北浴場、港、川岸の三施設を2028年の冬までに転換することを推奨します[src:1]。三施設だけで排出量の61 %を削減でき、いずれも九年以内に回収できます[src:1, 2]。

## 主な発見

1. **三つの施設が排出量の大半を占めています。** 北浴場、港、川岸の三施設は、全体9.7 GWhのうち5.9 GWhを消費しています[src:1]。（高い確信度）
2. **冬でもヒートポンプは十分に機能します。** 計測した二施設の成績係数は3.1と3.3でした[src:2]。（中程度の確信度）

## 三施設は九年以内に回収できる

次の表は屋内プールを回収年数の順に並べたものです[src:1]。

| 施設 | 投資額（百万円） | 回収年数（年） |
|---|---:|---:|
| 北浴場 | 198 | 7.2 |
| 港 | 157 | 7.9 |
| 川岸 | 177 | 8.8 |
| 東野 | 139 | 12.4 |

## この結論が変わる条件

- 電力価格がガスの3.4倍を超える場合[src:2]。

## 限界

- 計測施設は二つだけで、いずれも比較的新しい建物です。
`,
};
