/** The client's price for a platform's cost: including the fee, to the cent, half up, like `app.charged`. Fees have two decimals. */
export const chargedOf = (cost: number, feePercent: number): number => {
  const [cents, share] = [Math.round(cost * 100), Math.round(feePercent * 100)];
  return Math.floor((cents * (10_000 + share) + 5_000) / 10_000) / 100;
};
