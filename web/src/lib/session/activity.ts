/** When this tab last asked, and when it was last refused: what keep-alive and renewal go by. */
export const activity: { lastRequestAt: number | null; last401At: number | null } = {
  lastRequestAt: null,
  last401At: null,
};
