import {
  returnComment,
  returnDecide,
  returnDecisionPreview,
  returnImport,
  returnPreview,
  returnRequest,
  returnWithdraw,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { receiveUpload } from '../../shared/bulk/receive-upload.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { commentOnReturn, decideReturns, previewDecision } from './decide/decide.service.ts';
import { returnsBulk } from './request/request.bulk.ts';
import { previewReturns, requestReturns, type ReturnDeps } from './request/request.service.ts';
import { returnRows } from './returns.list.ts';
import { withdrawReturn } from './withdraw/withdraw.service.ts';

export const returnRoutes = (register: Register, deps: ReturnDeps): void => {
  registerList(register, deps, returnRows);
  register(returnPreview, ({ body, ...caller }) => previewReturns(deps, caller, body));
  register(returnRequest, ({ body, ...caller }) => requestReturns(deps, caller, body));
  register(returnImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, returnsBulk(deps.secret), {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
  register(returnWithdraw, ({ body, ...caller }) => withdrawReturn(deps, caller, body));
  register(returnComment, ({ body, ...caller }) => commentOnReturn(deps, caller, body));
  register(returnDecisionPreview, ({ body, ...caller }) => previewDecision(deps, caller, body));
  register(returnDecide, ({ body, ...caller }) => decideReturns(deps, caller, body));
};
