export interface ResetLink {
  userName: string;
  token: string;
}

let opened: ResetLink | null = null;

/** The opened mailed link. In memory only: address bar, history and storage must not keep its secret. */
export const resetLink = {
  keep: (link: ResetLink | null): void => {
    opened = link;
  },
  read: (): ResetLink | null => opened,
};
