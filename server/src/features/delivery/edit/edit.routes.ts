import { leadEditGet, stuckLeadEdit } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type StuckDeps } from '../stuck/stuck.service.ts';
import { editAndRetry, getEdit } from './edit.service.ts';

export const leadEditRoutes = (register: Register, deps: StuckDeps & { secret: Buffer }): void => {
  register(leadEditGet, ({ scope, ownerKey, params }) => getEdit(deps, scope, ownerKey, params.leadKey));
  register(stuckLeadEdit, ({ ownerKey, body, ...caller }) => editAndRetry(deps, caller, ownerKey, body));
};
