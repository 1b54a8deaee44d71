import {
  type billableRemark,
  type billableRemarks,
  type BillingRemark,
  type CallBody,
  REMARKS,
  REMARKS_OF,
  type Remark,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { addJob } from '../../../jobs/define-job.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { type BillingDeps, type BillingViewer } from '../report/report.service.ts';
import { checkDisputeFile } from './dispute-file.ts';
import { tellRemark } from './remark-mails.jobs.ts';
import {
  findFile,
  findCampaign,
  holdLine,
  insertRemark,
  type LineId,
  listRemarks,
  type StoredRemark,
} from './remarks.queries.ts';

type Caller = BillingViewer & { origin: Origin };

const shown = ({ at, fileKey, fileName, ...remark }: StoredRemark): BillingRemark => ({
  ...remark,
  at: at.toISOString(),
  file: fileKey === null || fileName === null ? null : { fileKey, name: fileName },
});
const shownRemarks = async (tx: Tx, line: LineId) => ({ remarks: (await listRemarks(tx, line)).map(shown) });

export const getRemarks = (
  { db }: BillingDeps,
  { scope }: BillingViewer,
  line: CallBody<typeof billableRemarks>,
): Promise<{ remarks: BillingRemark[] }> =>
  db.readScope(scope, async (tx) => {
    if ((await findCampaign(tx, line)) === null) throw new AppError('NOT_FOUND');
    return shownRemarks(tx, line);
  });

const wrong = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'invalid', message }] });

/** The state of a line: its last remark that is no answer. */
const stateOf = (remarks: readonly StoredRemark[]): Remark | null =>
  remarks.findLast(({ kind }) => kind !== 'ANSWERED')?.kind ?? null;

/** Writes a side's remark about a line, with its file, and notifies the other side. */
export const addRemark = async (
  { db, clock }: BillingDeps,
  { scope, origin }: Caller,
  { after, kind, comment, file, ...line }: CallBody<typeof billableRemark>,
): Promise<{ remarks: BillingRemark[] }> => {
  const isAgency = scope.group === 'ag';
  if (!(REMARKS_OF[isAgency ? 'ag' : 'mp'] as readonly Remark[]).includes(kind))
    throw wrong('kind', isAgency ? 'The agency answers and settles.' : 'A media partner agrees or disputes.');
  if (comment === '' && (kind === 'DISPUTED' || kind === 'ANSWERED')) throw wrong('comment', 'Write what it is about.');
  const checked = file === null ? null : await checkDisputeFile(file);
  return db.withScope(scope, async (tx) => {
    const at = clock.now();
    await holdLine(tx, line);
    const campaign = await findCampaign(tx, line);
    if (campaign === null) throw new AppError('NOT_FOUND');
    if (campaign.partnerKey === null) throw wrong('campaignKey', 'This campaign has no media partner to agree with.');
    const before = await listRemarks(tx, line);
    const last = before.at(-1);
    if ((last?.remarkKey ?? null) !== after) {
      const message = `The line is ${last === undefined ? 'open' : REMARKS[last.kind].toLowerCase()} now. You chose ${REMARKS[kind]}.`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'after', code: 'conflict', message }] });
    }
    if (isAgency && stateOf(before) !== 'DISPUTED') throw wrong('kind', 'There is no open dispute to answer.');
    const { userKey } = scope;
    const { partnerKey } = campaign;
    const remarkKey = await insertRemark(tx, {
      ...line,
      partnerKey,
      kind,
      comment,
      isAgency,
      userKey,
      at,
      file: checked,
    });
    await addJob(tx, tellRemark, { ownerKey: line.ownerKey, remarkKey }, { key: `billing remark ${remarkKey}` });
    await audit(tx, scope, origin, at, {
      action: `billingLine${REMARKS[kind]}`,
      ownerKey: line.ownerKey,
      entity: 'campaign',
      entityKey: line.campaignKey,
      before: { state: stateOf(before) },
      after: { month: line.month, state: kind, ...(checked !== null && { file: checked.name }) },
    });
    return shownRemarks(tx, line);
  });
};

/** A file as uploaded: always a download, with scripts disabled wherever it is opened. */
export const getFile = async (
  { db }: BillingDeps,
  { scope }: BillingViewer,
  ownerKey: number,
  fileKey: number,
): Promise<Download> => {
  const file = await db.readScope(scope, (tx) => findFile(tx, ownerKey, fileKey));
  if (file === null) throw new AppError('NOT_FOUND');
  return { fileName: file.name, contentType: file.contentType, content: file.content };
};
