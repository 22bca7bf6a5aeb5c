export const german = {
  "just now": "gerade eben",
};
