import { type PlatformFile, type PlatformPreview } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Pushed } from '../../http/answers/push-route.ts';
import { type Upload } from '../../http/upload.ts';
import { AppError } from '../../lib/app-error.ts';
import { openPushSecret } from '../../lib/secrets/seal.ts';
import { signatureCheck } from '../../lib/secrets/webhook-signature.ts';
import { type LoadCaller, type LoadDeps, loadFile } from './loading/load-file.ts';
import { type Place } from './loading/replace-days.ts';
import { readReport } from './reading/read-report.ts';
import { previewFile } from './review/preview-file.ts';
import { type ReadReport } from './review/stage-report.ts';
import { type SpooledFile, withSpooled } from './reading/spool.ts';

const loadSpooled = (
  deps: LoadDeps,
  caller: LoadCaller,
  place: Place & { way: 'UPLOAD' | 'PUSH'; mayShrink?: boolean },
  file: SpooledFile,
): Promise<PlatformFile> => {
  const { fileName, bytes, sha256 } = file;
  const read: ReadReport = (expected, take) => readReport(file, expected, take);
  return loadFile(deps, caller, { ...place, fileName, bytes, sha256, read });
};

/** A file chosen by a user of the agency. */
export const uploadFile = (
  deps: LoadDeps,
  caller: LoadCaller,
  place: Place & { mayShrink: boolean },
  { stream, fileName }: Upload,
): Promise<PlatformFile> => {
  if (stream === null) throw new AppError('ILLEGAL_ARGUMENTS');
  return withSpooled(stream, fileName, (file) => loadSpooled(deps, caller, { ...place, way: 'UPLOAD' }, file));
};

/** What a chosen file would replace. */
export const lookAtFile = (
  deps: LoadDeps,
  scope: Scope,
  place: Place,
  { stream, fileName }: Upload,
): Promise<PlatformPreview> => {
  if (stream === null) throw new AppError('ILLEGAL_ARGUMENTS');
  return withSpooled(stream, fileName, (file) =>
    previewFile(deps, scope, place, (expected, take) => readReport(file, expected, take)),
  );
};

/** A file sent by a system: its signature covers all of it, so it is read completely, and nothing of it is used before the check. */
export const takePushed = (deps: LoadDeps & { secret: Buffer }, pushed: Pushed): Promise<PlatformFile> => {
  const { ownerKey, accountKey, keyId, sealedSecret, signed, fileName, body, scope, origin } = pushed;
  const check = signatureCheck(openPushSecret(deps.secret, { ownerKey, keyId }, sealedSecret), signed);
  return withSpooled(
    body,
    fileName,
    (file) => {
      if (!check.isGood()) throw new AppError('PUSH_SIGNATURE');
      return loadSpooled(deps, { scope, origin }, { ownerKey, accountKey, way: 'PUSH' }, file);
    },
    check.look,
  );
};
