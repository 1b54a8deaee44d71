let opened: string | null = null;

/** The secret of a mailed link to confirm an address. In memory only, like the secret of a password link. */
export const confirmLink = {
  keep: (token: string | null): void => {
    opened = token;
  },
  read: (): string | null => opened,
};
