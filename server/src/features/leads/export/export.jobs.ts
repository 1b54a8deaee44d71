import { randomUUID } from 'node:crypto';
import { groupOfUserType, LEAD_EXPORT, type Permission, ROUTES } from '@paceline/contract';
import { type FastifyBaseLogger } from 'fastify';
import { type Scope } from '../../../db/scope/scope.ts';
import { type JobDeps } from '../../../jobs/define-job.ts';
import { openOutbox, type Outbox, repeatOutbox } from '../../../jobs/outbox.ts';
import { type Repeated } from '../../../jobs/repeat.ts';
import { makerScope } from '../../../jobs/system-scope.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { type Mail, queueMail } from '../../../shared/mail.ts';
import {
  type ExportQuestion,
  findQuestion,
  removeParts,
  type TakenExport,
  takeStatement,
  updateEnded,
  updateGivenBack,
} from './export.queries.ts';
import { aboutLeads, exportRecord, resolveQuestion } from './export.service.ts';
import { LostExport, UnwritableExport, writeExport } from './write-export.ts';

const PAUSE_MS = 1_000;
/** Each uses one connection to read and another to write. */
const MAX_AT_ONCE = 2;
/** A writer without a heartbeat for this long is considered dead. */
const ALIVE_SECONDS = 60;
/** An export that crashes its process each time is not restarted forever. */
const MAX_TIMES = 3;
const DAY_MS = 86_400_000;

export interface WritingExportsDeps extends JobDeps {
  secret: Buffer;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'error'>;
  aliveSeconds?: number;
}

const ORIGIN: Origin = { route: 'leadExportStart', ip: '', userAgent: '', requestId: '' };
const GENERAL_FAILURE = 'Something went wrong. Please try again.';

/** The link opens the user's list of exports; the file itself requires a session of its maker. */
const mailOf = (
  { publicUrl }: WritingExportsDeps,
  task: TakenExport,
  { question, ownerName, timeZone }: ExportQuestion,
  outcome: { rows: number; until: Date } | { failure: string },
  sender: string,
): Mail => {
  const isPartner = groupOfUserType(task.userType) === 'mp';
  const page = isPartner ? ROUTES.mpMyExports : `${ROUTES.myExports}?owner=${task.ownerKey}`;
  const what = `Leads of ${ownerName}, ${question.startDate} to ${question.endDate}`;
  const isReady = 'rows' in outcome;
  const result = isReady
    ? `${what}: ${outcome.rows.toLocaleString('en-US')} leads.\n\nThe file is kept until ${momentIn(timeZone, outcome.until)}. Download it here:`
    : `${what}: the file could not be written. ${outcome.failure}\n\nYour exports:`;
  return {
    to: task.email,
    subject: isReady ? 'Your export of leads is ready' : 'Your export of leads could not be written',
    body: `Hello ${task.firstName},\n\n${result}\n${publicUrl.replace(/\/$/, '')}/#${page}\n\n${sender}\n`,
  };
};

/** Writes one export with its maker's present rights. Restarted after a crash, it begins at the first lead. */
const runExport = async (
  deps: WritingExportsDeps & { worker: string; stopping: AbortSignal },
  task: TakenExport,
): Promise<void> => {
  const { db, clock, log, worker, stopping, aliveSeconds = ALIVE_SECONDS } = deps;
  const { ownerKey, exportKey, userKey, partnerKey } = task;
  const id = { ownerKey, exportKey };
  const group = groupOfUserType(task.userType) ?? 'cl';
  const scope: Scope = makerScope({ userKey, group, ownerKey, partnerKey });
  const openQuestion = await db.readScope(scope, (tx) => findQuestion(tx, id));
  if (openQuestion === undefined) return;
  const { question } = openQuestion;

  const endWith = (rows: number, outcome: { sizeBytes: number } | { failure: string }): Promise<void> =>
    db.withScope(scope, async (tx) => {
      const at = clock.now();
      const until = new Date(at.getTime() + LEAD_EXPORT.keptDays * DAY_MS);
      const isReady = 'sizeBytes' in outcome;
      const ended = isReady
        ? { state: 'ready' as const, rows, sizeBytes: outcome.sizeBytes, expiresAt: until, at }
        : { state: 'failed' as const, rows, failure: outcome.failure, at };
      if (!(await updateEnded(tx, id, worker, ended))) return;
      if (!isReady) await removeParts(tx, id);
      await audit(tx, scope, ORIGIN, at, {
        action: isReady ? 'leadExportWritten' : 'leadExportFailed',
        outcome: isReady ? 'done' : 'failed',
        ownerKey,
        entity: 'leadExport',
        entityKey: exportKey,
        after: exportRecord(question, rows),
      });
      const ending = isReady ? { rows, until } : { failure: outcome.failure };
      await queueMail(tx, mailOf(deps, task, openQuestion, ending, await getSenderName(tx)));
    });

  const rights = new Set(task.permissions as Permission[]);
  const mayHave =
    task.isAllowed &&
    rights.has('leadanalyzer:Export') &&
    (!question.wholePeople || rights.has('leadanalyzer:ViewPII'));
  if (!mayHave) return endWith(0, { failure: 'You no longer have the right to export these leads.' });
  if (task.takenTimes > MAX_TIMES) return endWith(0, { failure: GENERAL_FAILURE });
  try {
    const resolved = await db.withScope(scope, async (tx) => {
      await removeParts(tx, id);
      return {
        selection: await resolveQuestion(tx, scope, question),
        about: await aboutLeads(tx, scope, question, deps.clock.now()),
      };
    });
    const written = await writeExport(deps, { scope, id, worker, aliveSeconds, question, ...resolved, stopping });
    await endWith(written.rows, { sizeBytes: written.sizeBytes });
  } catch (error) {
    if (error instanceof LostExport) return;
    if (stopping.aborted) return db.withScope(scope, (tx) => updateGivenBack(tx, id, worker));
    if (!(error instanceof UnwritableExport)) log.error({ err: error, ...id }, 'writing an export of leads failed');
    await endWith(0, { failure: error instanceof UnwritableExport ? error.message : GENERAL_FAILURE });
  }
};

/** Runs waiting exports in a queue of their own: one takes minutes, and the general queue has only two slots. */
export const openWritingExports = (
  deps: WritingExportsDeps,
  stopping: AbortSignal = new AbortController().signal,
): Outbox => {
  const worker = randomUUID();
  return openOutbox<TakenExport>({
    queue: 'exports',
    mostAtOnce: MAX_AT_ONCE,
    takeDue: (places) => deps.db.asNobody(takeStatement(places, deps.aliveSeconds ?? ALIVE_SECONDS, worker)),
    send: (task) => runExport({ ...deps, worker, stopping }, task),
    onFailure: (error, { ownerKey, exportKey }) =>
      deps.log.error({ err: error, ownerKey, exportKey }, 'an export of leads was left as it is'),
  });
};

export const startWritingExports = (deps: WritingExportsDeps): Repeated => {
  const stopping = new AbortController();
  const repeated = repeatOutbox(
    openWritingExports(deps, stopping.signal),
    { pauseMs: PAUSE_MS, busyPauseMs: PAUSE_MS },
    (error) => deps.log.error({ err: error }, 'looking for exports of leads failed'),
  );
  return {
    stop: async () => {
      stopping.abort();
      await repeated.stop();
    },
  };
};
