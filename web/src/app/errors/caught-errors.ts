import { AccessDenied } from '../guards.ts';
import { OwnerDenied } from '../shell/owner-of-address.ts';

/**
 * What React does with an error that a boundary caught: it writes it to the console. A page that is not for this user is an
 * answer and no fault, and leaves nothing there.
 */
export const onCaughtError = (error: unknown): void => {
  if (error instanceof AccessDenied || error instanceof OwnerDenied) return;
  // oxlint-disable-next-line eslint/no-console -- as React itself would
  console.error(error);
};
