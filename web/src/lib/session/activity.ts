/** Times of this tab's last request and last 401, used by keep-alive and renewal. */
export const activity: { lastRequestAt: number | null; last401At: number | null } = {
  lastRequestAt: null,
  last401At: null,
};
