import { AccessDenied } from '../guards.ts';
import { OwnerDenied } from '../shell/owner-of-address.ts';

/**
 * React's handler for errors caught by a boundary, which logs to the console by default. Refused access is not a fault and is not logged.
 */
export const onCaughtError = (error: unknown): void => {
  if (error instanceof AccessDenied || error instanceof OwnerDenied) return;
  // oxlint-disable-next-line eslint/no-console -- as React itself would
  console.error(error);
};
