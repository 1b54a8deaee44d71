import { isAwaitingDelivery, renderCsv } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { findSuppression, suppressionHashes } from '../intake/suppression.ts';
import { type BatchId, listBatchTasks, pinHostKey, releaseBatch, takeBatch } from './batch.queries.ts';
import { type Carriers } from './carriers.ts';
import { type DeliveryDeps } from './deliver-lead.ts';
import { maskValues } from './mask.ts';
import { findDeliveryValues, findOpenEndpoint } from './read-lead.queries.ts';
import { fileRequestText, type FileSent, sendFile } from './send-file.ts';
import { type Sent } from './send-lead.ts';
import { noteHealth, stopTask, storeTry } from './tries.queries.ts';

/** Longer than any timeout, so that a file in flight is not sent twice in parallel. */
const TAKEN_SECONDS = 45;

/**
 * Sends a file of leads and stores each lead's result, all or nothing. If the worker dies meanwhile, the file is sent again under the same
 * name, so the client has it once. Leads whose person was erased are left out and marked stuck.
 */
export const deliverBatch = async (
  { db, clock, secret }: Pick<DeliveryDeps, 'db' | 'clock' | 'secret'>,
  carriers: Carriers,
  scope: Scope,
  worker: string,
  batch: BatchId,
): Promise<Sent['outcome'] | 'dropped'> => {
  const { ownerKey, endpointKey } = batch;
  const read = await db.withScope(scope, async (tx) => {
    const task = await takeBatch(tx, batch, { worker, now: clock.now(), seconds: TAKEN_SECONDS });
    if (task === undefined) return null;
    const endpoint = await findOpenEndpoint(tx, secret, ownerKey, endpointKey);
    const tasks = await listBatchTasks(tx, batch, false);
    const open = tasks.filter(({ status }) => isAwaitingDelivery(status));
    const leads = [];
    for (const { leadKey, clientKey } of open) {
      const values = await findDeliveryValues(tx, secret, ownerKey, leadKey);
      const hashes =
        values && suppressionHashes(secret, ownerKey, { email: values.email || null, phone: values.phone || null });
      // A person suppressed while the file was waiting is left out.
      const suppressed = hashes && (await findSuppression(tx, { ownerKey, clientKey, hashes, at: clock.now() }));
      leads.push({ leadKey, values, suppressed });
    }
    return endpoint === null ? null : { ...task, endpoint, leads };
  });
  if (read === null) return 'dropped';
  const { endpoint, leads, fileName } = read;
  const { settings } = endpoint;
  const full = leads.flatMap(({ leadKey, values, suppressed }) =>
    values === null || suppressed !== null ? [] : [{ leadKey, values }],
  );
  const sent: FileSent | null =
    full.length === 0
      ? null
      : await sendFile(carriers, {
          ownerKey,
          settings,
          url: settings.url,
          secret: endpoint.secret,
          hostKey: endpoint.hostKey,
          name: fileName,
          content: renderCsv(
            settings.fields,
            full.map(({ values }) => values),
          ),
        });
  const tryOf = (leadKey: number): Sent => {
    const values = full.find((one) => one.leadKey === leadKey)?.values;
    const shared = { httpStatus: null, durationMs: sent?.durationMs ?? 0, reference: null };
    if (sent === null || values === undefined) {
      const because = 'The person’s data were erased: there is nothing to send.';
      return { ...shared, outcome: 'failed', reason: 'MAPPING_ERROR', request: '', response: '', because };
    }
    const request = fileRequestText(settings.url, fileName, renderCsv(settings.fields, [maskValues(values)]));
    const { outcome, reason, because } = sent;
    return {
      ...shared,
      outcome,
      reason,
      because,
      reference: outcome === 'accepted' ? fileName : null,
      request,
      response: '',
    };
  };
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    const isDone = sent === null || sent.outcome === 'accepted';
    if (!(await releaseBatch(tx, batch, { worker, now, isDone }))) return 'dropped';
    const inFile = new Set(leads.map(({ leadKey }) => leadKey));
    const tasks = (await listBatchTasks(tx, batch, true)).filter(({ leadKey }) => inFile.has(leadKey));
    const [first] = tasks;
    for (const task of tasks) {
      const suppressed = leads.find(({ leadKey }) => leadKey === task.leadKey)?.suppressed ?? null;
      if (suppressed === null)
        await storeTry(tx, task, tryOf(task.leadKey), endpoint.version, now, { isHealthNoted: true });
      else
        await stopTask(
          tx,
          task,
          `Not sent: the person’s ${suppressed.kind} is on the suppression list “${suppressed.listName}”.`,
          now,
        );
    }
    // One file is one attempt for the endpoint's health, however many leads it contains.
    if (first !== undefined && sent !== null) await noteHealth(tx, first, sent, now);
    if (sent?.hostKey != null) await pinHostKey(tx, ownerKey, endpointKey, sent.hostKey, now);
    return sent?.outcome ?? 'dropped';
  });
};
