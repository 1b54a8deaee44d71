import {
  leadBulkSearch,
  leadStatusUpdate,
  leadUpdateImport,
  leadUpdatePreview,
  leadUpdateTemplate,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { leadUpdateBulk } from './update.bulk.ts';
import { findByIds, previewUpdate, type UpdateDeps, updateStatuses, updateTemplate } from './update.service.ts';

export const leadUpdateRoutes = (register: Register, deps: UpdateDeps): void => {
  register(leadUpdatePreview, ({ ownerKey, body, ...caller }) => previewUpdate(deps, caller, ownerKey, body));
  register(leadUpdateImport, ({ ownerKey, query, upload, ...caller }) =>
    receiveUpload(deps, caller, leadUpdateBulk(deps.secret), { upload, ownerKey, params: {}, apply: query.apply }),
  );
  register(leadUpdateTemplate, () => Promise.resolve(updateTemplate()));
  register(leadStatusUpdate, ({ body, ...caller }) => updateStatuses(deps, caller, body));
  register(leadBulkSearch, ({ scope, ownerKey, body }) => findByIds(deps, scope, ownerKey, body.leadCaptureKeys));
};
