import { paletteSearch } from '@paceline/contract';
import { type Database } from '../../db/scope/tx.ts';
import { type Register } from '../../http/register.ts';
import { search } from './palette.service.ts';

export const paletteRoutes = (register: Register, { db }: { db: Database }): void => {
  register(paletteSearch, ({ query, scope, session, signal }) => search(db, { scope, session }, query, { signal }));
};
