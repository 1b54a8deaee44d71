import {
  bulkImportApply,
  bulkImportFailed,
  bulkImportFile,
  bulkImportGet,
  bulkImportList,
  bulkImportUndo,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import {
  applyFile,
  type BulkServiceDeps,
  downloadFailed,
  downloadFile,
  listFiles,
  readFile,
  undoFile,
} from './bulk.service.ts';

const idOf = ({ owner, importKey }: { owner: number; importKey: number }) => ({ ownerKey: owner, importKey });

export const bulkRoutes = (register: Register, deps: BulkServiceDeps): void => {
  register(bulkImportList, ({ params, ...caller }) => listFiles(deps, caller, params.owner, params.kind));
  register(bulkImportGet, ({ params, query, ...caller }) => readFile(deps, caller, idOf(params), query));
  register(bulkImportApply, ({ params, body, ...caller }) => applyFile(deps, caller, idOf(params), body.mode));
  register(bulkImportUndo, ({ params, ...caller }) => undoFile(deps, caller, idOf(params)));
  register(bulkImportFailed, ({ params, ...caller }) => downloadFailed(deps, caller, idOf(params)));
  register(bulkImportFile, ({ params, ...caller }) => downloadFile(deps, caller, idOf(params)));
};
