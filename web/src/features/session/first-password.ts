let stored: string | null = null;

/**
 * The password of a first sign-in that must be replaced, so that it need not be typed twice. In memory only; after a reload the page asks
 * for it.
 */
export const firstPassword = {
  keep: (password: string | null): void => {
    stored = password;
  },
  read: (): string | null => stored,
};
