/** A share of a whole in whole percent, rounded; 0 and 100 are said only of none and of all. Above all of it, rounded as it is. */
export const wholePercent = (percent: number): number =>
  percent <= 0 || percent >= 100 ? Math.round(percent) : Math.min(99, Math.max(1, Math.round(percent)));
