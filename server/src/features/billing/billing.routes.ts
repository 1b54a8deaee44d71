import {
  billableChecklist,
  billableClose,
  billableExport,
  billableFile,
  billableRemark,
  billableRemarks,
  billableReopen,
  billableReport,
  STATEMENT_KINDS,
  STATEMENT_STATES,
  statementFile,
  statementGet,
  partnerEarnings,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { monthWords } from '../../shared/billing/month-words.rules.ts';
import { getEarnings } from './earnings/earnings.service.ts';
import { closeByHand, getChecklist, reopenByHand } from './month/month.service.ts';
import { addRemark, getFile, getRemarks } from './remarks/remarks.service.ts';
import { writeBillable } from './report/billable-file.ts';
import { type BillingDeps, getBillable } from './report/report.service.ts';
import { statementRows } from './statements/statements.list.ts';
import { getStatement, getStatementFile } from './statements/statements.service.ts';

/** Opened outside a download, such a file is a page in which nothing runs. */
const SANDBOX = "sandbox; default-src 'none'";

export const billingRoutes = (register: Register, deps: BillingDeps): void => {
  register(billableReport, ({ body, signal, ...viewer }) => getBillable(deps, viewer, body, { signal }));
  register(partnerEarnings, ({ signal, ...viewer }) => getEarnings(deps, viewer, { signal }));
  register(billableExport, ({ body, signal, ...viewer }) => writeBillable(deps, viewer, body, { signal }));
  register(billableChecklist, ({ body, ...viewer }) => getChecklist(deps, viewer, body));
  register(billableClose, ({ body, ...caller }) => closeByHand(deps, caller, body));
  register(billableReopen, ({ body, ...caller }) => reopenByHand(deps, caller, body));
  register(billableRemarks, ({ body, ...viewer }) => getRemarks(deps, viewer, body));
  register(billableRemark, ({ body, ...caller }) => addRemark(deps, caller, body));
  register(billableFile, async ({ params, http, ...viewer }) => {
    const file = await getFile(deps, viewer, params.owner, params.fileKey);
    void http.reply.header('content-security-policy', SANDBOX);
    return file;
  });
  registerList(register, deps, statementRows, {
    name: 'statements',
    cells: {
      kind: ({ kind }) => STATEMENT_KINDS[kind],
      month: ({ month }) => monthWords(month),
      state: ({ state }) => STATEMENT_STATES[state],
    },
  });
  register(statementGet, ({ params: { owner, statementKey }, ...viewer }) =>
    getStatement(deps, viewer, owner, statementKey),
  );
  register(statementFile, ({ params: { owner, statementKey, format }, ...viewer }) =>
    getStatementFile(deps, viewer, { ownerKey: owner, statementKey }, format),
  );
};
