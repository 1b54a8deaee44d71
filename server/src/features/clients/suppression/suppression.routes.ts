import { suppressionImport, suppressionListRemove, suppressionListSave, suppressionLists } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type BulkDeps } from '../../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { suppressionBulk } from './suppression.bulk.ts';
import { makeList, readLists, removeList } from './suppression.service.ts';

export const suppressionRoutes = (register: Register, deps: BulkDeps & { secret: Buffer }): void => {
  const bulk = suppressionBulk(deps.secret);
  register(suppressionLists, ({ scope, params }) => readLists(deps, scope, params.owner));
  register(suppressionListSave, ({ params, body, ...caller }) => makeList(deps, caller, params.owner, body));
  register(suppressionListRemove, ({ params, ...caller }) => removeList(deps, caller, params.owner, params.listKey));
  register(suppressionImport, ({ params, query, upload, ...caller }) =>
    receiveUpload(deps, caller, bulk, {
      upload,
      ownerKey: params.owner,
      params: { listKey: params.listKey },
      apply: query.apply,
    }),
  );
};
