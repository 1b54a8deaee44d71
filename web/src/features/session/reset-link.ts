export interface ResetLink {
  userName: string;
  token: string;
}

let opened: ResetLink | null = null;

/** The mailed link that was opened. In memory only: the address bar, the history and the storages do not keep its secret. */
export const resetLink = {
  keep: (link: ResetLink | null): void => {
    opened = link;
  },
  read: (): ResetLink | null => opened,
};
