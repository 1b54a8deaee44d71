import {
  clientCriteriaList,
  clientCriteriaSave,
  clientCriteriaVersion,
  criteriaReplayCancel,
  criteriaReplayGet,
  criteriaReplayList,
  criteriaReplayStart,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { cancelReplay, readReplay, readReplays, startReplay } from '../replay/replay.service.ts';
import { type CriteriaDeps, readCriteria, readVersion, saveCriteria } from './criteria.service.ts';

export const criteriaRoutes = (register: Register, deps: CriteriaDeps): void => {
  register(clientCriteriaList, ({ scope, params }) => readCriteria(deps, scope, params.key));
  register(clientCriteriaVersion, ({ scope, params }) => readVersion(deps, scope, params.key, params.version));
  register(clientCriteriaSave, ({ params, body, ...caller }) => saveCriteria(deps, caller, params.key, body));
  register(criteriaReplayStart, ({ params, body, ...caller }) => startReplay(deps, caller, params.key, body));
  register(criteriaReplayCancel, ({ params, ...caller }) => cancelReplay(deps, caller, params.key, params.replay));
  register(criteriaReplayList, ({ scope, params }) => readReplays(deps, scope, params.key));
  register(criteriaReplayGet, ({ scope, params }) => readReplay(deps, scope, params.key, params.replay));
};
