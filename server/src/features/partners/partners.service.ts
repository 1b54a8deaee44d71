import { type MediaPartner } from '@paceline/contract';
import { type Scope } from '../../db/scope.ts';
import { type Database } from '../../db/tx.ts';
import { listPartners } from './partners.queries.ts';

export const listAllPartners = (db: Database, scope: Scope): Promise<MediaPartner[]> =>
  db.readScope(scope, listPartners);
