import {
  billableChecklist,
  billableClose,
  billableExport,
  billableFile,
  billableRemark,
  billableRemarks,
  billableReopen,
  billableReport,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { closeByHand, getChecklist, reopenByHand } from './month/month.service.ts';
import { addRemark, getFile, getRemarks } from './remarks/remarks.service.ts';
import { writeBillable } from './report/billable-file.ts';
import { type BillingDeps, getBillable } from './report/report.service.ts';

/** Opened outside a download, such a file is a page in which nothing runs. */
const SANDBOX = "sandbox; default-src 'none'";

export const billingRoutes = (register: Register, deps: BillingDeps): void => {
  register(billableReport, ({ body, signal, ...viewer }) => getBillable(deps, viewer, body, { signal }));
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
};
