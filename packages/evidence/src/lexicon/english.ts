import type { WordLists } from "./lexicon.ts";
import { englishLookAlikes } from "./look-alikes/english.ts";

export const english: WordLists = {
  language: "en",
  isComplete: true,
  stopWords:
    "the, of, and, to, in, is, was, that, for, with, as, are, by, on, from, it, at, an, be, were, this, which, has, have, or, not, but, had, its, their, they, he, she, who, been, will, would, said, than, after, we, when, there, all, more",
  articles: "the, a, an, that",
  pronouns:
    "he, she, it, they, we, i, you, him, her, them, us, me, his, hers, its, their, theirs, our, ours, my, your, this, that, these, those, who, which, one, ones, there, here, himself, herself, itself, themselves, both, such",
  prepositions:
    "on, in, at, of, for, from, by, to, with, since, during, between, among, near, into, within, via, and, or",
  fillers: "of",
  critical: {
    negation:
      "not, no, never, none, nobody, nothing, nowhere, nor, neither, without, non, hardly, barely, scarcely, rarely, seldom, unable, false, falsely, untrue, myth, deny, denies, denied, denying, refuse, refuses, refused, reject, rejects, rejected, rejecting, fail to, fails to, failed to, failing to, lack, lacks, lacked, lacking, no longer, far from, cease, ceased, refute, refuted, refutes, disprove, disproved, debunked, dismiss, dismissed, dispute, disputes, disputed, wrong, incorrect, unlikely, stop, stopped, prevent, prevented, prevents, zero",
    hedge:
      "may, might, could, would, should, must, perhaps, maybe, possibly, probably, presumably, likely, apparently, allegedly, reportedly, supposedly, purportedly, potentially, seem, seems, seemed, seemingly, appear, appears, appeared, suggest, suggests, suggested, suggesting, indicate, indicates, indicated, estimate, estimates, estimated, roughly, approximately, nearly, almost, expected, projected, forecast, predicted, tend, tends, tended, possible, possibility, potential, preliminary, tentative, uncertain, unclear, unproven, unconfirmed, hypothesis, hypothetical, theoretically, in theory, in part, partly, partially, sometimes, often, usually, generally, typically, in some cases, arguably, so far, to date, alleged, supposed, rumoured, rumored",
    condition:
      "if, unless, provided, providing, assuming, except, excluding, only, solely, until, whether, depending, depends, subject to, as long as, in case, in the event, conditional, contingent, apart from, other than, among those, otherwise, without",
    attribution:
      "say, says, said, saying, claim, claims, claimed, claiming, argue, argues, argued, arguing, according to, report, reports, reported, stated, stating, believe, believes, believed, think, thinks, thought, allege, alleges, contend, contends, contended, maintains, assert, asserts, asserted, insist, insists, insisted, suggest, suggests, warn, warns, warned, note, notes, noted, told, tell, tells, announce, announced, announces, write, writes, wrote, added, adds, explain, explains, explained, predict, predicts, predicted, in the view of, in the opinion of, in his view, in her view, opinion, accuse, accuses, accused, complain, complained, hold that, holds that, concluded, concludes, conclude, promise, promised, promises, admitted, admits, hope, hopes, hoped, fear, fears, feared, speculate, speculates, speculated, critics, opponents, supporters, proponents, testified, conceded, acknowledged, found that, finds that, show that, shows that, showed that, quoted, ask, asked, asks, wondered, joked, critics say",
    quantifier:
      "some, all, most, many, few, several, every, each, any, majority, minority, half, both, much, more, less, fewer, least, mainly, mostly, primarily, largely, particularly, especially, entire, entirely, whole, always, exactly, fully, completely, another, other, additional, combined, average, median, maximum, minimum, total, per",
    direction:
      "rise, rises, rose, risen, rising, fall, falls, fell, fallen, falling, increase, increases, increased, increasing, decrease, decreases, decreased, decreasing, grow, grows, grew, growing, growth, decline, declines, declined, declining, drop, drops, dropped, up, down, higher, lower, above, below, over, under, gain, gains, gained, lose, loses, lost, loss, losses, profit, before, after, improve, improved, improves, worsen, worsened, worse, better, accept, accepted, approve, approved, support, supported, oppose, opposed, win, won, import, imports, export, exports, include, included, includes, exclude, excluded, excludes, strong, weak, gained, shrank, shrink, expand, expanded, benefit, harm, internal, external, inflation, deflation, safe, unsafe, legal, illegal, north, south, east, west, northern, southern, eastern, western, first, last, previous, next",
    comparator:
      "at least, at most, no more than, no less than, no fewer than, not more than, not less than, more than, less than, fewer than, greater than, exceed, exceeds, exceeded, over, under, above, below, minimum, maximum, up to",
    contrast:
      "but, however, although, though, while, whereas, yet, nevertheless, nonetheless, despite, instead, rather, contrary, conversely, by contrast, in contrast, on the other hand, still",
  },
  phrases:
    "don t = do not, doesn t = does not, didn t = did not, isn t = is not, aren t = are not, wasn t = was not, weren t = were not, won t = will not, can t = can not, cannot = can not, couldn t = could not, wouldn t = would not, shouldn t = should not, hasn t = has not, haven t = have not, hadn t = had not, mustn t = must not, it s = it is, that s = that is, there s = there is, they re = they are, we re = we are, you re = you are, i m = i am, i ve = i have, we ve = we have, they ve = they have, it ll = it will, they ll = they will, we ll = we will, & = and, less than = <, fewer than = <, more than = >, greater than = >, no more than = ≤, not more than = ≤, at most = ≤, no less than = ≥, no fewer than = ≥, not less than = ≥, at least = ≥, approximately = ≈, approx = ≈, equals = =, plus or minus = ±, et cetera = etc, versus = vs, programme = program, programmes = programs, grey = gray, tonne = ton, tonnes = tons, whilst = while, amongst = among, towards = toward, okay = ok, hours = h, hour = h, minutes = min, minute = min",
  numberWords: {
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
  },
  scales: {
    hundred: 100,
    billion: 1e9,
    billions: 1e9,
    trillion: 1e12,
    trillions: 1e12,
    crore: 1e7,
    lakh: 1e5,
  },
  lookAlikes: englishLookAlikes,
};
