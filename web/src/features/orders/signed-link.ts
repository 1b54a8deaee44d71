import type { IoAnswer } from '@paceline/contract';

interface SignedLink {
  token: string;
  /** The answer chosen by the button in the email. */
  answer: IoAnswer | null;
}
let opened: SignedLink | null = null;

/** The secret of a mailed order link. In memory only, like the secret of a password link. */
export const signedLink = {
  keep: (link: SignedLink): void => {
    opened = link;
  },
  read: (): SignedLink | null => opened,
};
