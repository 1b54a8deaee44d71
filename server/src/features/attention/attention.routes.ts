import { attentionPeople, attentionSave } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type AttentionDeps, readPeople, saveAttention } from './attention.service.ts';

export const attentionRoutes = (register: Register, deps: AttentionDeps): void => {
  register(attentionPeople, ({ params, ...caller }) => readPeople(deps, caller, params.owner));
  register(attentionSave, ({ params, body, ...caller }) => saveAttention(deps, caller, params.owner, body));
};
