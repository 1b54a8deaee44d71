import { dmaExport, dmaImport, dmaList } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type BulkDeps } from '../../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { dmaCountiesBulk } from './dma.bulk.ts';
import { exportDmaCounties, readDmas } from './dma.service.ts';

export const dmaRoutes = (register: Register, deps: BulkDeps): void => {
  register(dmaList, ({ scope, params }) => readDmas(deps.db, scope, params.owner));
  register(dmaExport, ({ scope, params }) => exportDmaCounties(deps.db, scope, params.owner));
  register(dmaImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, dmaCountiesBulk, {
      upload,
      ownerKey: params.owner,
      params: {},
      apply: query.apply,
    }),
  );
};
