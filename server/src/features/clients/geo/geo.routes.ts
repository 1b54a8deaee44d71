import {
  geoAreaGet,
  geoAreaList,
  geoAreaSave,
  geoExport,
  geoImport,
  geoProgramAreaGet,
  geoProgramAreaSave,
  geoProgramExport,
  geoProgramImport,
  zipTable,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { ZIP_SOURCE, zipLines } from '../../../lib/zips/zips.ts';
import { type BulkDeps } from '../../../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../../../shared/bulk/receive-upload.ts';
import { exportAreas } from './area-file.ts';
import { geoBulk } from './areas.bulk.ts';
import { readArea, readAreaList, saveArea } from './areas.service.ts';

export const geoRoutes = (register: Register, deps: BulkDeps): void => {
  register(zipTable, () => Promise.resolve({ lines: zipLines(), source: ZIP_SOURCE }));
  register(geoAreaList, ({ params, ...caller }) => readAreaList(deps, caller, params.key));
  register(geoAreaGet, ({ params, ...caller }) => readArea(deps, caller, params));
  register(geoProgramAreaGet, ({ params, ...caller }) => readArea(deps, caller, params));
  register(geoAreaSave, ({ params, body, ...caller }) => saveArea(deps, caller, params, body));
  register(geoProgramAreaSave, ({ params, body, ...caller }) => saveArea(deps, caller, params, body));
  register(geoExport, ({ params, scope }) => exportAreas(deps, scope, params));
  register(geoProgramExport, ({ params, scope }) => exportAreas(deps, scope, params));
  register(geoImport, ({ params, query, upload, ownerKey, ...caller }) =>
    receiveUpload(deps, caller, geoBulk, {
      upload,
      ownerKey,
      params: { campusKey: params.campus, programKey: null },
      apply: query.apply,
    }),
  );
  register(geoProgramImport, ({ params, query, upload, ownerKey, ...caller }) =>
    receiveUpload(deps, caller, geoBulk, {
      upload,
      ownerKey,
      params: { campusKey: params.campus, programKey: params.program },
      apply: query.apply,
    }),
  );
};
