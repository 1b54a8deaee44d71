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
  statementAging,
  statementAgingExport,
  statementAnswer,
  statementCredit,
  statementDispute,
  statementFile,
  statementGet,
  statementPay,
  statementPaymentImport,
  statementPaymentReverse,
  statementSeen,
  statementSend,
  statementStateText,
  statementWriteOff,
  partnerEarnings,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { monthWords } from '../../shared/billing/month-words.rules.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { getAging, getAgingFile } from './aging/aging.service.ts';
import { answerDispute, dispute } from './disputes/disputes.service.ts';
import { getEarnings } from './earnings/earnings.service.ts';
import { closeByHand, getChecklist, reopenByHand } from './month/month.service.ts';
import { statementPaymentsBulk } from './payments/payments.bulk.ts';
import { notePayment, reversePayment, useCredit, writeOff } from './payments/payments.service.ts';
import { addRemark, getFile, getRemarks } from './remarks/remarks.service.ts';
import { writeBillable } from './report/billable-file.ts';
import { type BillingDeps, getBillable } from './report/report.service.ts';
import { noteSeen, sendStatements } from './sending/sending.service.ts';
import { statementRows } from './statements/statements.list.ts';
import { getStatement, getStatementFile } from './statements/statements.service.ts';

/** Opened outside a download, such a file is a page in which nothing runs. */
const SANDBOX = "sandbox; default-src 'none'";

const registerPayments = (register: Register, deps: BillingDeps): void => {
  const id = ({ owner, statementKey }: { owner: number; statementKey: number }) => ({ ownerKey: owner, statementKey });
  register(statementPay, ({ params, body, ...caller }) => notePayment(deps, caller, { id: id(params), body }));
  register(statementPaymentReverse, ({ params, body, ...caller }) =>
    reversePayment(deps, caller, { id: id(params), paymentKey: params.paymentKey, body }),
  );
  register(statementCredit, ({ params, body, ...caller }) => useCredit(deps, caller, { id: id(params), body }));
  register(statementWriteOff, ({ params, body, ...caller }) => writeOff(deps, caller, { id: id(params), body }));
  register(statementPaymentImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, statementPaymentsBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
  register(statementDispute, ({ params, body, ...caller }) => dispute(deps, caller, id(params), body));
  register(statementAnswer, ({ params, body, ...caller }) => answerDispute(deps, caller, id(params), body));
  register(statementSend, ({ params, body, ...caller }) => sendStatements(deps, caller, params.owner, body));
  register(statementSeen, ({ params, ...caller }) => noteSeen(deps, caller, id(params)));
  register(statementAging, ({ body, signal, ...viewer }) => getAging(deps, viewer, body, { signal }));
  register(statementAgingExport, ({ body, signal, ...viewer }) => getAgingFile(deps, viewer, body, { signal }));
};

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
      state: statementStateText,
    },
  });
  register(statementGet, ({ params: { owner, statementKey }, ...viewer }) =>
    getStatement(deps, viewer, owner, statementKey),
  );
  register(statementFile, ({ params: { owner, statementKey, format }, ...viewer }) =>
    getStatementFile(deps, viewer, { ownerKey: owner, statementKey }, format),
  );
  registerPayments(register, deps);
};
