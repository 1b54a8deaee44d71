import { docFileGet, docFileList, docFileRemove, docFileSave, docFileUpload } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type FileDeps, getDocFile, getDocs, saveDoc, takeDocAway, uploadDoc } from './files.service.ts';

export const docFileRoutes = (register: Register, deps: FileDeps): void => {
  register(docFileList, (caller) => getDocs(deps, caller));
  register(docFileGet, ({ params, ...caller }) =>
    getDocFile(deps, caller, { ownerKey: params.owner, docKey: params.doc, version: params.version }),
  );
  register(docFileUpload, ({ ownerKey, query, upload, ...caller }) => uploadDoc(deps, caller, ownerKey, query, upload));
  register(docFileSave, ({ ownerKey, body, ...caller }) => saveDoc(deps, caller, ownerKey, body));
  register(docFileRemove, ({ ownerKey, body, ...caller }) => takeDocAway(deps, caller, ownerKey, body.docKey));
};
