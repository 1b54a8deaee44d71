import {
  milestoneExport,
  milestoneImport,
  milestonePreview,
  milestoneReinstate,
  milestoneSave,
  milestoneVoid,
  unmatchedIgnore,
  unmatchedLeads,
  unmatchedMatch,
  unmatchedResolve,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { exportMilestones } from './export/export.service.ts';
import { previewMilestones, receiveFile, saveMilestones } from './import/import.service.ts';
import { milestonesBulk } from './import/milestones.bulk.ts';
import { unmatchedRows } from './unmatched/unmatched.list.ts';
import { getLeads, ignore, matchAgain, resolve } from './unmatched/unmatched.service.ts';
import { reinstateMilestone, voidMilestone } from './void.service.ts';

export const milestoneRoutes = (register: Register, deps: BulkDeps & { secret: Buffer }): void => {
  const bulk = milestonesBulk(deps.secret);
  register(milestoneImport, ({ ownerKey, query, upload, ...caller }) =>
    receiveFile(deps, caller, bulk, { ownerKey, upload, apply: query.apply }),
  );
  register(milestoneSave, ({ ownerKey, body, ...caller }) => saveMilestones(deps, caller, bulk, { ownerKey, ...body }));
  register(milestonePreview, ({ ownerKey, body, ...caller }) =>
    previewMilestones(deps, caller, bulk, { ownerKey, ...body }),
  );
  register(milestoneVoid, ({ ownerKey, body, ...caller }) => voidMilestone(deps, caller, { ownerKey, ...body }));
  register(milestoneReinstate, ({ ownerKey, body, ...caller }) =>
    reinstateMilestone(deps, caller, { ownerKey, ...body }),
  );
  register(milestoneExport, ({ ownerKey, params: { start, end }, query, ...caller }) =>
    exportMilestones(deps, caller, { ownerKey, start, end, format: query.format }),
  );
  registerList(register, deps, unmatchedRows(deps.secret));
  register(unmatchedLeads, ({ ownerKey, params, ...caller }) => getLeads(deps, caller, ownerKey, params.unmatchedKey));
  register(unmatchedResolve, ({ ownerKey, body, ...caller }) => resolve(deps, caller, { ownerKey, ...body }));
  register(unmatchedMatch, ({ ownerKey, body, ...caller }) => matchAgain(deps, caller, { ownerKey, ...body }));
  register(unmatchedIgnore, ({ ownerKey, body, ...caller }) => ignore(deps, caller, { ownerKey, ...body }));
};
