import { ownerGet, userConfig } from '@paceline/contract';
import { callQuery } from '../../lib/api/op-query.ts';

export const ownersQuery = () => callQuery(userConfig, {});
export const ownerQuery = (ownerKey: number) => callQuery(ownerGet, { params: { ownerKey } });
