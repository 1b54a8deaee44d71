import { type Days, questionDays, questionQuery, type ReportQuestion } from '@paceline/contract';
import { type Tx } from '../../db/tx.ts';
import { todayIn } from '../../metrics/periods.ts';
import { type ReportViewer } from '../../metrics/report-check.ts';
import { type ReportAnswer, runReport } from '../../metrics/report.ts';

export interface AskedQuestion {
  days: Days;
  compared: Days | null;
  answer: ReportAnswer;
  /** The same of the compared days, all rows of it. */
  before: ReportAnswer | null;
}

/** The answer to a question today, about one owner and as this viewer may see it. */
export const askQuestion = async (
  tx: Tx,
  { ownerKey, zone, now }: { ownerKey: number; zone: string; now: Date },
  viewer: Pick<ReportViewer, 'group' | 'permissions'>,
  question: ReportQuestion,
): Promise<AskedQuestion> => {
  const { channel, vertical } = question;
  const asks = { ...viewer, channel, vertical };
  const { days, compared } = questionDays(question, todayIn(now, zone).toString());
  const answer = await runReport(tx, [ownerKey], questionQuery(question, days), asks, now);
  const before =
    compared && (await runReport(tx, [ownerKey], questionQuery({ ...question, top: null }, compared), asks, now));
  return { days, compared, answer, before };
};
