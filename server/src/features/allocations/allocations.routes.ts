import {
  allocationHistory,
  allocationRequestAnswer,
  allocationRequestList,
  allocationsExport,
  allocationsImport,
  allocationsPropose,
  allocationsPulse,
  allocationsScreenExport,
  allocationSheetAt,
  allocationsSave,
  campaignBreakdown,
  campaignFigures,
  campaignSummaryStream,
  capacitySave,
  goalSummaryList,
  goalSummaryNextList,
} from '@paceline/contract';
import { type Database } from '../../db/scope/tx.ts';
import { type Register } from '../../http/register.ts';
import { type Clock } from '../../lib/clock.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { getBreakdown } from './breakdown/breakdown.service.ts';
import { getCampaignFigures } from './campaign-page/figures.service.ts';
import { saveAllocations } from './editing/editing.service.ts';
import { getSheetAt, listCampaignChanges } from './history/history.service.ts';
import { getPulse } from './pulse/pulse.service.ts';
import { proposeMoves } from './proposal/proposal.service.ts';
import { answerAllocationRequest, listAllocationRequests } from './requests/requests.service.ts';
import { allocationsBulk } from './sheets/sheets.bulk.ts';
import { exportAllocations } from './sheets/sheets.service.ts';
import { getGoalSummary, streamCampaignSummary } from './summary/summary.service.ts';

const monthOf = (month: 'currentmonth' | 'nextmonth') => (month === 'nextmonth' ? 'next' : 'current');

export const allocationRoutes = (register: Register, deps: { db: Database; clock: Clock }): void => {
  register(goalSummaryList, ({ params, query, scope, session, signal }) =>
    getGoalSummary(
      deps,
      { scope, group: session.group, key: params.brand, ownerKey: query.ownerKey, month: 'current' },
      { signal },
    ),
  );
  register(goalSummaryNextList, ({ params, query, scope, session, signal }) =>
    getGoalSummary(
      deps,
      { scope, group: session.group, key: params.brand, ownerKey: query.ownerKey, month: 'next' },
      { signal },
    ),
  );
  register(campaignSummaryStream, ({ params, query, scope, session, signal }) =>
    streamCampaignSummary(
      deps,
      { scope, group: session.group, key: params.brand, ownerKey: query.ownerKey, month: monthOf(params.month) },
      { signal },
    ),
  );
  register(allocationsSave, ({ params, body, scope, origin, session }) =>
    saveAllocations(deps, { scope, origin, group: session.group }, params.month, body),
  );
  register(allocationsPropose, ({ params, body, ownerKey, scope, signal }) =>
    proposeMoves(deps, { scope, ownerKey, month: params.month }, body, { signal }),
  );
  register(capacitySave, ({ params, body, scope, origin, session }) =>
    saveAllocations(deps, { scope, origin, group: session.group }, params.month, body),
  );
  register(allocationsExport, ({ params, query, scope, session, signal }) =>
    exportAllocations(
      deps,
      { scope, group: session.group, key: params.brand, ownerKey: query.ownerKey, month: monthOf(params.month) },
      { columns: null, campaignKeys: null },
      { signal },
    ),
  );
  register(allocationsScreenExport, ({ params, query, body, scope, session, signal }) =>
    exportAllocations(
      deps,
      { scope, group: session.group, key: params.brand, ownerKey: query.ownerKey, month: monthOf(params.month) },
      body,
      { signal },
    ),
  );
  register(allocationsImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, allocationsBulk, {
      upload,
      ownerKey: query.ownerKey,
      params: { month: params.month },
      apply: query.apply,
    }),
  );
  register(allocationHistory, ({ params, query, scope, session }) =>
    listCampaignChanges(deps, { scope, group: session.group }, params.campaignKey, {
      month: params.month,
      field: query.field,
    }),
  );
  register(allocationSheetAt, ({ params, ownerKey, scope, session }) =>
    getSheetAt(deps, { scope, group: session.group }, ownerKey, params.month, new Date(params.moment)),
  );
  register(allocationsPulse, ({ params, body, scope, session }) =>
    getPulse(
      deps,
      { scope, group: session.group, userKey: session.userKey },
      params.month,
      body.since === null ? null : new Date(body.since),
    ),
  );
  register(allocationRequestList, ({ params, scope }) => listAllocationRequests(deps, scope, params.month));
  register(allocationRequestAnswer, ({ params, body, scope, origin }) =>
    answerAllocationRequest(deps, { scope, origin }, params.requestKey, body),
  );
  register(campaignBreakdown, ({ params, scope, session, signal }) =>
    getBreakdown(deps, { scope, session }, params, { signal }),
  );
  register(campaignFigures, ({ params, scope, session, signal }) =>
    getCampaignFigures(deps, { scope, session }, params.campaignKey, { signal }),
  );
};
