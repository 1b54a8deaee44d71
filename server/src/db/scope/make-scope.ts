import { type Scope } from './scope.ts';

type ScopeParts = Pick<Scope, 'userKey' | 'group' | 'ownerKeys' | 'partnerKey'>;

const checkKey = (key: number): number => {
  if (!Number.isSafeInteger(key) || key <= 0) throw new TypeError('A scope is made of record keys');
  return key;
};

/** Keys become part of the statement that opens a transaction, so they are checked to be numbers. */
export const makeScope = ({ userKey, group, ownerKeys, partnerKey }: ScopeParts): Scope =>
  Object.freeze({
    userKey: userKey === null ? null : checkKey(userKey),
    group,
    ownerKeys: Object.freeze(ownerKeys.map(checkKey)),
    partnerKey: partnerKey === null ? null : checkKey(partnerKey),
  }) as Scope;
