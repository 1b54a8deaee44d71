let opened: string | null = null;

/** The secret of a mailed link to confirm an address. In memory only, as that of a link for a password. */
export const confirmLink = {
  keep: (token: string | null): void => {
    opened = token;
  },
  read: (): string | null => opened,
};
