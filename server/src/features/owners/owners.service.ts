import { type Owner } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type WorkOptions } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { findOwner } from './owners.queries.ts';

export const getOwner = async (db: Database, scope: Scope, ownerKey: number, options: WorkOptions): Promise<Owner> => {
  const owner = await db.readScope(scope, (tx) => findOwner(tx, ownerKey), options);
  if (owner === undefined) throw new AppError('NOT_FOUND');
  return owner;
};
