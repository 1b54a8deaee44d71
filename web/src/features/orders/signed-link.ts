import type { IoAnswer } from '@paceline/contract';

interface SignedLink {
  token: string;
  /** The button of the mail that was pressed. */
  answer: IoAnswer | null;
}
let opened: SignedLink | null = null;

/** The secret of a mailed link to an order. In memory only, as that of a link for a password. */
export const signedLink = {
  keep: (link: SignedLink): void => {
    opened = link;
  },
  read: (): SignedLink | null => opened,
};
