import {
  PLATFORM_FILE_BYTES,
  PLATFORM_FILE_ROWS,
  platformDataCalendar,
  platformDataConnection,
  platformDataConnectionRemove,
  platformDataConnectionSave,
  platformDataFetch,
  platformDataFiles,
  platformDataPreview,
  platformDataPushKeyRemove,
  platformDataPushKeySave,
  platformDataSources,
  platformDataUndo,
  platformDataUndoPreview,
  platformDataUpload,
} from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { addPushRoute } from '../../http/answers/push-route.ts';
import { type Register } from '../../http/register.ts';
import { readCalendar, readSources } from './calendar/calendar.service.ts';
import { forgetConnection, readConnection, saveConnection } from './connectors/connections.service.ts';
import { fetchAccount, type FetchDeps } from './connectors/fetch-account.ts';
import { readFiles } from './loading/files.service.ts';
import { lookAtFile, takePushed, uploadFile } from './platformdata.service.ts';
import { previewUndo, undoFile } from './review/undo-file.ts';
import { endPushKey, makePushKey, placeOf, PUSH_PATH, type PushKeyDeps } from './push/push-keys.ts';

export const platformDataRoutes = async (
  app: FastifyInstance,
  register: Register,
  deps: PushKeyDeps & FetchDeps,
): Promise<void> => {
  register(platformDataSources, ({ ownerKey, scope }) => readSources(deps, scope, ownerKey));
  register(platformDataCalendar, ({ ownerKey, scope, params, query }) =>
    readCalendar(deps, scope, placeOf(ownerKey, params.source), query),
  );
  register(platformDataFiles, ({ ownerKey, scope, params, query }) =>
    readFiles(deps, scope, placeOf(ownerKey, params.source), {
      before: query.before ?? null,
      rows: PLATFORM_FILE_ROWS,
    }),
  );
  register(platformDataUpload, ({ ownerKey, params, query, upload, scope, origin }) => {
    const place = { ...placeOf(ownerKey, params.source), mayShrink: query.shrink === 'yes' };
    return uploadFile(deps, { scope, origin }, place, upload);
  });
  register(platformDataPreview, ({ ownerKey, params, upload, scope }) =>
    lookAtFile(deps, scope, placeOf(ownerKey, params.source), upload),
  );
  register(platformDataUndoPreview, ({ ownerKey, params, scope }) =>
    previewUndo(deps, scope, placeOf(ownerKey, params.source), params.fileKey),
  );
  register(platformDataUndo, ({ ownerKey, params, scope, origin }) =>
    undoFile(deps, { scope, origin }, placeOf(ownerKey, params.source), params.fileKey),
  );
  register(platformDataPushKeySave, ({ ownerKey, body, scope, origin }) =>
    makePushKey(deps, { scope, origin }, placeOf(ownerKey, body.source)),
  );
  register(platformDataPushKeyRemove, ({ ownerKey, body, scope, origin }) =>
    endPushKey(deps, { scope, origin }, placeOf(ownerKey, body.source)),
  );
  register(platformDataConnection, ({ ownerKey, params, scope }) =>
    readConnection(deps, { scope }, { ownerKey, accountKey: params.source }),
  );
  register(platformDataConnectionSave, ({ ownerKey, body, scope, origin }) =>
    saveConnection(deps, { scope, origin }, { ownerKey, accountKey: body.source }, body),
  );
  register(platformDataConnectionRemove, ({ ownerKey, body, scope, origin }) =>
    forgetConnection(deps, { scope, origin }, { ownerKey, accountKey: body.source }),
  );
  register(platformDataFetch, ({ ownerKey, body, scope, origin }) =>
    fetchAccount(deps, { scope, origin }, { ownerKey, accountKey: body.source }),
  );
  await addPushRoute(app, deps, {
    url: `${PUSH_PATH}/:keyId`,
    callId: 'platformDataPush',
    bodyBytes: PLATFORM_FILE_BYTES,
    take: (pushed) => takePushed(deps, pushed),
  });
};
