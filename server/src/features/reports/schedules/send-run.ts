import { type Labels, type QuestionAnswer, type UserGroup } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { runQuestion } from '../../../metrics/question/question.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { queueMail } from '../../../shared/mail.ts';
import { findLabels } from '../../../shared/owner-variant.queries.ts';
import { listReaders, type Reader, viewerOf } from '../../../shared/readers.ts';
import { aboutQuestion } from '../about-question.ts';
import { reportMail } from '../mails/report-mail.ts';
import { type ReaderNow, whyNotRead, whyNotSend } from './may-read.rules.ts';
import {
  endRun,
  findRun,
  holdReader,
  listWaiting,
  type ReaderResult,
  type StartedRun,
  updateReader,
} from './runs.queries.ts';
import { updatePaused } from './schedules.queries.ts';

export interface SendDeps {
  db: Database;
  clock: Clock;
  publicUrl: string;
  /** The product's own scope at an owner, and the scope of a reader there. */
  systemScope: (ownerKey: number) => Scope;
  readerScope: (reader: { userKey: number; group: UserGroup; ownerKey: number; partnerKey: number | null }) => Scope;
}
interface RunId {
  ownerKey: number;
  runKey: number;
}

const nowOf = (reader: Reader | undefined): ReaderNow | null => {
  const viewer = reader && viewerOf(reader);
  return reader && viewer
    ? { ...viewer, userKey: reader.userKey, partnerKey: reader.partnerKey, ownerKeys: reader.ownerKeys }
    : null;
};

/** Queried in the reader's own scope: row-level security and the registry give them what they see on the screen. */
const askAs = (
  { db, clock, readerScope }: SendDeps,
  { ownerKey }: RunId,
  { userKey, group, partnerKey, permissions }: ReaderNow,
  { question }: StartedRun,
): Promise<{ answer: QuestionAnswer; about: string[] }> => {
  const scope = readerScope({ userKey, group, ownerKey, partnerKey });
  return db.readScope(scope, async (tx) => {
    const now = clock.now();
    return {
      answer: await runQuestion(tx, [ownerKey], question, { group, permissions }, now),
      about: await aboutQuestion(tx, { scope, group, question, now, byOrFor: 'for' }),
    };
  });
};

/** The owner's words, in which a reason names fields. */
const getLabels = async (tx: Tx, ownerKey: number): Promise<Labels> => (await findLabels(tx, [ownerKey])) ?? 'default';

const mailTo = async (deps: SendDeps, tx: Tx, id: RunId, run: StartedRun, reader: Reader): Promise<ReaderResult> => {
  const now = nowOf(reader);
  const reason = whyNotRead(now, id.ownerKey, run, await getLabels(tx, id.ownerKey));
  if (now === null || reason !== null) return { state: 'skipped', reason: reason ?? '' };
  try {
    const { answer, about } = await askAs(deps, id, now, run);
    const { viewKey, viewName: name, description, question } = run;
    const mail = await reportMail({
      to: reader.email,
      firstName: reader.firstName,
      view: { viewKey, name, description, question },
      answer,
      about,
      owner: { ownerKey: id.ownerKey, name: run.ownerName },
      by: run.makerName,
      time: run,
      fileKind: run.fileKind,
      isTest: run.cause === 'test',
      hasPage: now.group !== 'mp' && now.permissions.has('reports:Build'),
      publicUrl: deps.publicUrl,
      brand: await getPrintedBranding(tx, id.ownerKey),
    });
    await queueMail(tx, mail);
    return { state: 'sent', rowCount: answer.rowCount };
  } catch (error) {
    // A question that the engine refuses is refused every time; other errors are retried.
    if (!(error instanceof AppError)) throw error;
    return { state: 'skipped', reason: error.errors?.[0]?.message ?? error.message };
  }
};

/** One reader, in one transaction with the mail: after it they no longer wait, even if the process dies. */
const serveReader = (deps: SendDeps, id: RunId, run: StartedRun, userKey: number): Promise<void> =>
  deps.db.withScope(deps.systemScope(id.ownerKey), async (tx) => {
    if (!(await holdReader(tx, id.ownerKey, id.runKey, userKey))) return;
    const [reader] = await listReaders(tx, userKey);
    const result: ReaderResult =
      reader === undefined
        ? { state: 'skipped', reason: whyNotRead(null, id.ownerKey, run, 'default') ?? '' }
        : await mailTo(deps, tx, id, run, reader);
    await updateReader(tx, id.ownerKey, id.runKey, userKey, result, deps.clock.now());
  });

/** No mail is sent in the name of a user who may no longer send it. */
const stopRun = (deps: SendDeps, { ownerKey, runKey }: RunId, run: StartedRun, reason: string): Promise<void> =>
  deps.db.withScope(deps.systemScope(ownerKey), async (tx) => {
    const at = deps.clock.now();
    for (const userKey of await listWaiting(tx, ownerKey, runKey))
      await updateReader(tx, ownerKey, runKey, userKey, { state: 'skipped', reason }, at);
    await endRun(tx, ownerKey, runKey, at);
    await updatePaused(tx, ownerKey, run.scheduleKey, { at, reason });
  });

/** Sends a run to all readers who still wait for it. It can be restarted at any point. */
export const sendRun = async (deps: SendDeps, id: RunId): Promise<void> => {
  const { ownerKey, runKey } = id;
  const { run, maker, waiting, labels } = await deps.db.readScope(deps.systemScope(ownerKey), async (tx) => {
    const storedRun = await findRun(tx, ownerKey, runKey);
    return {
      run: storedRun,
      maker: storedRun && nowOf((await listReaders(tx, storedRun.makerKey))[0]),
      waiting: await listWaiting(tx, ownerKey, runKey),
      labels: await getLabels(tx, ownerKey),
    };
  });
  if (run === undefined || maker === undefined) return;
  const reason = run.isViewRemoved ? 'The view was deleted.' : whyNotSend(maker, ownerKey, run, labels);
  if (reason !== null) return stopRun(deps, id, run, reason);
  const failures: unknown[] = [];
  for (const userKey of waiting)
    await serveReader(deps, id, run, userKey).catch((error: unknown) => void failures.push(error));
  await deps.db.withScope(deps.systemScope(ownerKey), async (tx) => {
    const at = deps.clock.now();
    const { sent, waiting: left } = await endRun(tx, ownerKey, runKey, at);
    if (sent === 0 && left === 0 && run.cause !== 'test')
      await updatePaused(tx, ownerKey, run.scheduleKey, { at, reason: 'None of its readers may get it any more.' });
  });
  // The queue retries, only for those who still wait.
  if (failures.length > 0) throw failures[0];
};
