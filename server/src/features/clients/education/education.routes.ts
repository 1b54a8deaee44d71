import { bulkEduExport, bulkEduImport, ltCampus, ltChannels } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type BulkDeps } from '../../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { writeBulkFile } from '../programs/program-files.ts';
import { educationBulk } from './education.bulk.ts';
import { readLookupCampuses, readLookupChannels } from './education.service.ts';

export const educationRoutes = (register: Register, deps: BulkDeps): void => {
  register(bulkEduImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, educationBulk, { upload, ownerKey: params.owner, params: {}, apply: query.apply }),
  );
  register(bulkEduExport, ({ scope, params, query }) => writeBulkFile(deps, scope, params.owner, query));
  register(ltChannels, ({ scope, params }) => readLookupChannels(deps.db, scope, params.owner));
  register(ltCampus, ({ scope, body }) => readLookupCampuses(deps.db, scope, body));
};
