import {
  campusGoalList,
  GOAL_CRITERIA,
  goalCalendar,
  goalCriteriaList,
  goalGet,
  goalHistory,
  goalProgramList,
  goalSave,
  goalTargetExport,
  goalTargetImport,
  goalTargetSave,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import * as service from './goals.service.ts';
import { exportTargets } from './targets/targets-sheet.ts';
import { goalTargetsBulk } from './targets/targets.bulk.ts';
import { type GoalDeps, readHistory, saveTargets } from './targets/targets.service.ts';

const CRITERIA = GOAL_CRITERIA.map((criterion) => ({
  ...criterion,
  operators: [...criterion.operators],
  values: criterion.values && [...criterion.values],
  range: criterion.range && [...criterion.range],
}));

export const goalRoutes = (register: Register, deps: GoalDeps): void => {
  register(goalSave, ({ params, body, ...caller }) => service.saveGoal(deps, caller, params.owner, body));
  register(goalGet, ({ params, scope }) => service.readGoal(deps, scope, params.goal));
  register(goalCalendar, ({ params, scope }) => service.readCalendar(deps, scope, params.owner));
  register(goalCriteriaList, () => Promise.resolve(CRITERIA));
  register(goalProgramList, ({ body, scope }) => service.readPrograms(deps, scope, body));
  register(campusGoalList, ({ params, scope }) => service.readCampusGoals(deps, scope, params.client));
  register(goalTargetSave, ({ params, body, ...caller }) => saveTargets(deps, caller, params.owner, body.rows));
  register(goalHistory, ({ params, query, scope }) => readHistory(deps, scope, params.goal, query));
  register(goalTargetExport, ({ params, query, scope }) => exportTargets(deps, scope, params.owner, query));
  register(goalTargetImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, goalTargetsBulk, { upload, ownerKey: params.owner, params: {}, apply: query.apply }),
  );
};
