import {
  reconciliationComment,
  reconciliationDecide,
  reconciliationExport,
  reconciliationGet,
  reconciliationImport,
  reconciliationMatch,
  reconciliationMatches,
  reconciliationPreview,
  reconciliationUnmatch,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { decideRows, previewDecision } from './decide/decide.service.ts';
import { matchRows, readMatches, unmatchRow } from './match/match.service.ts';
import { assertMayReconcile } from './party.ts';
import {
  commentOnRow,
  exportDifferences,
  readReconciliation,
  receiveList,
  type ReconciliationDeps,
} from './reconciliation.service.ts';
import { reconciliationRows } from './rows.list.ts';

export const reconciliationRoutes = (register: Register, deps: ReconciliationDeps): void => {
  register(reconciliationImport, ({ params, query, upload, ...caller }) =>
    receiveList(deps, caller, params.owner, { query, upload }),
  );
  register(reconciliationGet, ({ params, body, ...caller }) => readReconciliation(deps, caller, params.owner, body));
  registerList(register, deps, reconciliationRows, undefined, ({ params, ...caller }) =>
    assertMayReconcile(deps, caller, Number(params['owner'])),
  );
  register(reconciliationExport, ({ params, body, ...caller }) => exportDifferences(deps, caller, params.owner, body));
  register(reconciliationPreview, ({ params, body, ...caller }) => previewDecision(deps, caller, params.owner, body));
  register(reconciliationDecide, ({ params, body, ...caller }) => decideRows(deps, caller, params.owner, body));
  register(reconciliationMatches, ({ params, body, ...caller }) => readMatches(deps, caller, params.owner, body));
  register(reconciliationMatch, ({ params, body, ...caller }) => matchRows(deps, caller, params.owner, body));
  register(reconciliationUnmatch, ({ params, body, ...caller }) => unmatchRow(deps, caller, params.owner, body));
  register(reconciliationComment, ({ params, body, ...caller }) => commentOnRow(deps, caller, params.owner, body));
};
