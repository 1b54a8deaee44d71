let stored: string | null = null;

/**
 * The password that somebody has just signed in with and must replace: so that they need not type it twice. In memory only;
 * after a reload the page asks for it.
 */
export const firstPassword = {
  keep: (password: string | null): void => {
    stored = password;
  },
  read: (): string | null => stored,
};
