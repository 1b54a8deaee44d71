import { ALL_PERMISSIONS, type UserGroup } from '@paceline/contract';
import { type SignedIn, type TestApp } from '../app.ts';
import { makeUser } from '../factories/factories.ts';

/** Reports are limited for each user: whoever asks this much is many. */
const CALLS_OF_ONE = 50;

/** Somebody of the group who works on all of these owners, so that a sum over several is not mistaken for that of one. */
export const askerOf = (
  harness: TestApp,
  group: UserGroup,
  ownersOf: () => readonly number[],
  partnerKey?: number,
): (() => Promise<SignedIn>) => {
  let turn = 0;
  let now: SignedIn;
  return async () => {
    if (turn % CALLS_OF_ONE === 0) {
      const { userKey } = await harness.asMigrator((tx) =>
        makeUser(tx, {
          group,
          ownerKeys: ownersOf(),
          permissions: ALL_PERMISSIONS,
          ...(partnerKey !== undefined && { partnerKey }),
        }),
      );
      now = await harness.sessionOf(group, userKey);
    }
    turn += 1;
    return now;
  };
};
