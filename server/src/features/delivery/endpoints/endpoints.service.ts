import {
  type CallBody,
  credentialHosts,
  type DeliveryEndpointRecord,
  type deliveryEndpointSave,
  type DeliverySettings,
  losesCredential,
  sampleLead,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type Origin } from '../../../lib/origin.ts';
import { sealCredential } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { dissolveBatches, pinHostKey } from '../../../shared/delivery/batch.queries.ts';
import { type Carriers, NO_CARRIERS } from '../../../shared/delivery/carriers.ts';
import { openCredentials } from '../../../shared/delivery/credential.ts';
import { assignEndpoints } from '../../../shared/delivery/queue-delivery.ts';
import { findOpenEndpoint } from '../../../shared/delivery/read-lead.queries.ts';
import { sendTest } from '../../../shared/delivery/send-test.ts';
import { isPattern } from '../../../shared/intake/read/patterns.ts';
import {
  forgetHostKey,
  hasPlace,
  insertEndpoint,
  isTaken,
  listEndpoints,
  listVersions,
  lockEndpoint,
  setPaused,
  updateEndpoint,
} from './endpoints.queries.ts';

export interface EndpointDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  http: OutboundHttp;
  addressProblem: (url: string) => Promise<string | null>;
  /** Transports besides HTTP, and whether there is a folder for files. */
  carriers?: Carriers | undefined;
  hasFolder?: boolean | undefined;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

interface Problem {
  field: string;
  code: string;
  message: string;
}

const patternProblems = ({ answers }: DeliverySettings): Problem[] => {
  const named = [
    ['settings.answers.success', answers.success],
    ['settings.answers.duplicate', answers.duplicate],
    ['settings.answers.reference', answers.reference],
    ...answers.rejects.map(({ pattern }, index) => [`settings.answers.rejects.${index}.pattern`, pattern] as const),
  ] as const;
  return named.flatMap(([field, pattern]) =>
    pattern === null || isPattern(pattern)
      ? []
      : [{ field, code: 'pattern', message: 'is not a pattern that can be used' }],
  );
};

/** Checks every target address on saving; they are checked again on each delivery. */
const addressProblems = async (
  { method, url, testUrl, auth }: DeliverySettings,
  { addressProblem: problemOf, hasFolder = false, carriers = NO_CARRIERS }: EndpointDeps,
): Promise<Problem[]> => {
  const addresses = [
    ['settings.url', url],
    ['settings.testUrl', testUrl],
    ['settings.auth.tokenUrl', auth.kind === 'OAUTH' ? auth.tokenUrl : null],
  ] as const;
  const problems: Problem[] = [];
  for (const [field, address] of addresses) {
    const isFolder = address?.startsWith('folder:') === true;
    const message =
      address === null
        ? null
        : isFolder && !hasFolder
          ? 'no folder for deliveries is set in this installation (DELIVERY_FOLDER)'
          : method === 'EMAIL' && carriers.mail === null
            ? 'no mail server is set up in this installation (SMTP_URL)'
            : await problemOf(address);
    if (message !== null) problems.push({ field, code: 'address', message });
  }
  return problems;
};

const recordOf = async (tx: Tx, ownerKey: number, endpointKey: number, now: Date): Promise<DeliveryEndpointRecord> => {
  const [endpoint] = await listEndpoints(tx, ownerKey, now, endpointKey);
  if (endpoint === undefined) throw new AppError('NOT_FOUND');
  return { ...endpoint, versions: await listVersions(tx, ownerKey, endpointKey) };
};

export const getEndpoints = ({ db, clock }: EndpointDeps, scope: Scope, ownerKey: number) =>
  db.readScope(scope, (tx) => listEndpoints(tx, ownerKey, clock.now()));

export const getEndpoint = ({ db, clock }: EndpointDeps, scope: Scope, ownerKey: number, endpointKey: number) =>
  db.readScope(scope, (tx) => recordOf(tx, ownerKey, endpointKey, clock.now()));

/** The audit entry of a version: its target and method, never its secrets. */
const onRecord = (name: string, version: number, settings: DeliverySettings) => ({
  name,
  version,
  method: settings.method,
  url: settings.url,
  auth: settings.auth.kind,
  hosts: credentialHosts(settings),
});

export const saveEndpoint = async (
  deps: EndpointDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  body: CallBody<typeof deliveryEndpointSave>,
) => {
  const { db, clock, secret } = deps;
  const { settings, clientKey, campusKey, name, credential } = body;
  const errors = [...patternProblems(settings), ...(await addressProblems(settings, deps))];
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    if (!(await hasPlace(tx, ownerKey, clientKey, campusKey))) throw new AppError('NOT_FOUND');
    const before = body.endpointKey === null ? null : await lockEndpoint(tx, ownerKey, body.endpointKey);
    if (before === undefined) throw new AppError('NOT_FOUND');
    if ((before?.version ?? 0) !== body.version) throw new AppError('STALE_ROW');
    if (await isTaken(tx, ownerKey, { clientKey, campusKey, except: body.endpointKey }))
      throw new AppError('VALIDATION', {
        errors: [
          { field: 'clientKey', code: 'taken', message: 'There is an endpoint for this client and campus already.' },
        ],
      });
    const endpointKey = before?.endpointKey ?? (await insertEndpoint(tx, ownerKey, body));
    const loses = before !== null && losesCredential(before.settings, settings);
    const sealed = credential === null ? null : sealCredential(secret, { ownerKey, endpointKey }, credential);
    const stored = sealed ?? (loses || settings.auth.kind === 'NONE' ? null : ('stays' as const));
    await updateEndpoint(
      tx,
      ownerKey,
      endpointKey,
      { clientKey, campusKey, name, settings, secret: settings.auth.kind === 'NONE' ? null : stored },
      { userKey: scope.userKey, at },
    );
    if (loses) await forgetHostKey(tx, ownerKey, endpointKey);
    if (before?.settings.method === 'FILE' && settings.method !== 'FILE')
      await dissolveBatches(tx, ownerKey, endpointKey, at);
    for (const client of new Set([clientKey, before?.clientKey ?? clientKey]))
      await assignEndpoints(tx, ownerKey, client, at);
    const isCredentialCleared = before?.hasSecret === true && loses && sealed === null;
    await audit(tx, scope, origin, at, {
      action: 'deliveryEndpointSaved',
      ownerKey,
      entity: 'deliveryEndpoint',
      entityKey: endpointKey,
      ...(before && { before: onRecord(before.name, before.version, before.settings) }),
      after: {
        ...onRecord(name, (before?.version ?? 0) + 1, settings),
        credentialReplaced: sealed !== null,
        isCredentialCleared,
      },
    });
    return { endpoint: await recordOf(tx, ownerKey, endpointKey, at), isCredentialCleared };
  });
};

export const pauseEndpoint = (
  { db, clock }: EndpointDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  { endpointKey, isPaused }: { endpointKey: number; isPaused: boolean },
) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    if ((await lockEndpoint(tx, ownerKey, endpointKey)) === undefined) throw new AppError('NOT_FOUND');
    await setPaused(tx, ownerKey, endpointKey, { pausedAt: isPaused ? at : null, userKey: scope.userKey });
    await audit(tx, scope, origin, at, {
      action: isPaused ? 'deliveryEndpointPaused' : 'deliveryEndpointResumed',
      ownerKey,
      entity: 'deliveryEndpoint',
      entityKey: endpointKey,
    });
    return recordOf(tx, ownerKey, endpointKey, at);
  });

/** Tests the stored endpoint: an unsaved address could be a server that must not see the credentials. */
export const testEndpoint = async (
  { db, clock, secret, http, carriers = NO_CARRIERS }: EndpointDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  endpointKey: number,
) => {
  const endpoint = await db.readScope(scope, (tx) => findOpenEndpoint(tx, secret, ownerKey, endpointKey));
  if (endpoint === null) throw new AppError('NOT_FOUND');
  const now = clock.now();
  const values = sampleLead({ leadId: `L-TEST-${now.getTime()}`, receivedAt: now.toISOString() });
  const { hostKey, ...sent } = await sendTest(
    { http, credentials: openCredentials(http), carriers },
    ownerKey,
    endpoint,
    values,
  );
  await db.withScope(scope, async (tx) => {
    if (hostKey !== null) await pinHostKey(tx, ownerKey, endpointKey, hostKey, now);
    await audit(tx, scope, origin, now, {
      action: 'deliveryEndpointTested',
      ownerKey,
      entity: 'deliveryEndpoint',
      entityKey: endpointKey,
      after: { outcome: sent.outcome, reason: sent.reason },
    });
  });
  return sent;
};

/** Forgets the server's key when it has really changed; the next key it presents is trusted. */
export const forgetKey = (
  { db, clock }: EndpointDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  endpointKey: number,
) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    if ((await lockEndpoint(tx, ownerKey, endpointKey)) === undefined) throw new AppError('NOT_FOUND');
    await forgetHostKey(tx, ownerKey, endpointKey);
    await audit(tx, scope, origin, at, {
      action: 'deliveryHostKeyForgotten',
      ownerKey,
      entity: 'deliveryEndpoint',
      entityKey: endpointKey,
    });
    return recordOf(tx, ownerKey, endpointKey, at);
  });
