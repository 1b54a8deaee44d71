import { type PlatformFile } from '@paceline/contract';
import { type Pushed } from '../../http/answers/push-route.ts';
import { type Upload } from '../../http/upload.ts';
import { AppError } from '../../lib/app-error.ts';
import { openPushSecret } from '../../lib/secrets/seal.ts';
import { signatureCheck } from '../../lib/secrets/webhook-signature.ts';
import { type LoadCaller, type LoadDeps, loadFile } from './loading/load-file.ts';
import { type Place } from './loading/replace-days.ts';
import { readReport } from './reading/read-report.ts';
import { type SpooledFile, withSpooled } from './reading/spool.ts';

const loadSpooled = (
  deps: LoadDeps,
  caller: LoadCaller,
  place: Place & { way: 'UPLOAD' | 'PUSH' },
  file: SpooledFile,
): Promise<PlatformFile> => {
  const { fileName, bytes, sha256 } = file;
  const { ownerKey, accountKey, way } = place;
  const read: Parameters<typeof loadFile>[2]['read'] = (expected, take) => readReport(file, expected, take);
  return loadFile(deps, caller, { ownerKey, accountKey, way, fileName, bytes, sha256, read });
};

/** A file chosen by a user of the agency. */
export const uploadFile = (
  deps: LoadDeps,
  caller: LoadCaller,
  place: Place,
  { stream, fileName }: Upload,
): Promise<PlatformFile> => {
  if (stream === null) throw new AppError('ILLEGAL_ARGUMENTS');
  return withSpooled(stream, fileName, (file) => loadSpooled(deps, caller, { ...place, way: 'UPLOAD' }, file));
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
