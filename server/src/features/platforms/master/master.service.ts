import { type MasterPlatformForm, type PlatformChannel } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { type Caller, type PlatformDeps } from '../caller.ts';
import { insertPlatform, listMaster, listPlatformsOfChannel, listPlatformsOfOwner } from './master.queries.ts';

type Reader = Pick<Caller, 'scope'>;

export const readPlatformsOfChannel = ({ db }: PlatformDeps, { scope }: Reader, channel: PlatformChannel) =>
  db.readScope(scope, (tx) => listPlatformsOfChannel(tx, channel));

export const readPlatformsOfOwner = ({ db }: PlatformDeps, { scope }: Reader, ownerKey: number) =>
  db.readScope(scope, (tx) => listPlatformsOfOwner(tx, ownerKey));

export const readMaster = ({ db }: PlatformDeps, { scope }: Reader) =>
  db.readScope(scope, (tx) => listMaster(tx, scope.ownerKeys));

export const makePlatform = (
  { db, clock }: PlatformDeps,
  { scope, origin }: Caller,
  form: MasterPlatformForm,
): Promise<{ platformKey: number }> =>
  db.withScope(scope, async (tx) => {
    const platformKey = await insertPlatform(tx, form);
    if (platformKey === null)
      throw new AppError('VALIDATION', {
        errors: [{ field: 'name', code: 'duplicate', message: `There is a platform ${form.name} already.` }],
      });
    await audit(tx, scope, origin, clock.now(), {
      action: 'masterPlatformMade',
      entity: 'trading_platform',
      entityKey: platformKey,
      after: form,
    });
    return { platformKey };
  });
