import { ownerGet } from '@paceline/contract';
import { type Database } from '../../db/tx.ts';
import { type Register } from '../../http/register.ts';
import { getOwner } from './owners.service.ts';

export const ownerRoutes = (register: Register, { db }: { db: Database }): void => {
  register(ownerGet, ({ params, scope, signal }) => getOwner(db, scope, params.ownerKey, { signal }));
};
