import type { Deliverable } from "../../../../deliverables/src/deliverable.ts";
import { source } from "../sample-deliverable.ts";

export const ARABIC: Deliverable = {
  title: "المضخات الحرارية للمسابح العامة: من أين نبدأ",
  researchQuestion: "أي مسابح المدينة ينبغي تحويلها من الغاز إلى المضخات الحرارية أولاً؟",
  planName: "المضخات الحرارية للمسابح العامة",
  organization: "مدينة العينة",
  createdAt: new Date("2026-11-16T09:00:00Z"),
  version: 1,
  confidence: 0.6,
  made: {
    searches: 6,
    pagesRead: 12,
    steps: 5,
    assistants: ["Claude Code"],
    startedAt: new Date("2026-11-14T09:00:00Z"),
    endedAt: new Date("2026-11-16T08:00:00Z"),
    approvals: [
      {
        what: "النطاق والمعايير",
        decision: "approve",
        by: "ليلى حداد",
        at: new Date("2026-11-15T09:00:00Z"),
        isRelayed: false,
      },
    ],
  },
  sources: [
    source("1", {
      number: 1,
      title: "تدقيق الطاقة في اثني عشر مسبحاً عاماً (عينة)",
      url: "https://works.example.org/ar/pool-audit",
      author: "مكتب الأشغال",
      publishedAt: "2026-03-12",
      quotes: ["ثلاث قاعات تستهلك 5.9 من أصل 9.7 جيجاواط ساعة من الغاز."],
    }),
    source("2", {
      number: 2,
      title: "Two winters with heat pumps (sample)",
      url: "https://institute.example.net/two-winters",
      author: "Institute for Sample Buildings",
      publishedAt: "2026-06-20",
    }),
  ],
  markdown: `نوصي بتحويل مسابح الشمال والميناء والضفة قبل شتاء 2028، فهي توفر 61 % من الانبعاثات [src:1]. وتُسترد كلفة كل منها خلال تسع سنوات [src:1, 2].

## أهم النتائج

1. **ثلاثة مسابح تسبب معظم الانبعاثات.** تستهلك هذه المسابح 5.9 من أصل 9.7 GWh من الغاز سنوياً [src:1]. (ثقة عالية)
2. **تعمل المضخات الحرارية جيداً حتى في الشتاء.** بلغ معامل الأداء الموسمي 3.1 و3.3 في مسبحين خضعا للقياس (Pool A و Pool B) [src:2]. (ثقة متوسطة)

## تُسترد كلفة الشمال والميناء خلال ثماني سنوات

يرتب الجدول المسابح المغلقة حسب مدة الاسترداد [src:1].

| المسبح | الاستثمار (ألف يورو) | الاسترداد (سنوات) |
|---|---:|---:|
| الشمال | 1240 | 7.2 |
| الميناء | 980 | 7.9 |
| الضفة | 1105 | 8.8 |
| الحقل الشرقي | 870 | 12.4 |

## ما الذي قد يغير هذه الإجابة

- أن يتجاوز سعر الكهرباء 3.4 أضعاف سعر الغاز [src:2].

## القيود

- عدد المسابح التي خضعت للقياس قليل.
`,
};
