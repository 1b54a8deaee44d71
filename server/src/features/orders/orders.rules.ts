import {
  type IoCard,
  type IoChange,
  ioFieldLabel,
  type IoLine,
  type IoOrder,
  ioPrices,
  type IoSignature,
  type IoState,
  type IoTerms,
  isAnswered,
  lineDifferences,
  sumOf,
} from '@paceline/contract';

export interface OrderRow {
  ioKey: number;
  number: string | null;
  version: number;
  partnerKey: number;
  partnerName: string;
  partnerCode: string;
  clientKey: number;
  clientName: string;
  month: string;
  state: IoState;
  message: string;
  terms: IoTerms | null;
  sentAt: Date | null;
  openedAt: Date | null;
  answeredAt: Date | null;
  answeredBy: string | null;
  answerNote: string | null;
  answerLines: { campaignKey: number; note: string }[];
}

/** The author of each change in a version, by campaign and field. */
export interface ChangeOf {
  campaignKey: number;
  field: string;
  changedBy: string | null;
  changedAt: Date | null;
}
const text = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The version sent to the partner before this one. */
export const sentBefore = (
  versions: readonly OrderRow[],
  { version }: Pick<OrderRow, 'version'>,
): OrderRow | undefined => versions.filter((one) => one.version < version && one.sentAt !== null).at(-1);

/** Sent, unanswered, and no newer version was sent. */
const canAnswer = (versions: readonly OrderRow[], { version, sentAt, state }: OrderRow): boolean =>
  sentAt !== null && !isAnswered(state) && !versions.some((one) => one.version > version && one.sentAt !== null);

export const totalsOf = (lines: readonly IoLine[]): { units: number; amount: number } => ({
  units: sumOf(lines.map(({ monthlyAllocation }) => monthlyAllocation)) ?? 0,
  amount: sumOf(lines.map(({ amount }) => amount)) ?? 0,
});

const headOf = (ownerKey: number, row: OrderRow, lines: readonly IoLine[]) => ({
  ownerKey,
  ioKey: row.ioKey,
  number: row.number,
  version: row.version,
  partnerKey: row.partnerKey,
  partnerName: row.partnerName,
  clientKey: row.clientKey,
  clientName: row.clientName,
  month: row.month,
  state: row.state,
  ...totalsOf(lines),
  sentAt: text(row.sentAt),
  openedAt: text(row.openedAt),
  answeredAt: text(row.answeredAt),
  answeredBy: row.answeredBy,
  answerNote: row.answerNote,
});

export const toCard = (
  ownerKey: number,
  row: OrderRow,
  lines: readonly IoLine[],
  before: readonly IoLine[] | undefined,
): IoCard => ({
  ...headOf(ownerKey, row, lines),
  lines: lines.length,
  prices: ioPrices(lines),
  changes: before === undefined ? 0 : lineDifferences(before, lines).length,
});

/** The differences, with their author where known. */
export const toChanges = (
  before: readonly IoLine[],
  lines: readonly IoLine[],
  earlierChanges: readonly ChangeOf[],
): IoChange[] => {
  const who = new Map(earlierChanges.map((change) => [`${change.campaignKey} ${change.field}`, change]));
  return lineDifferences(before, lines).map((difference) => {
    const change = who.get(`${difference.campaignKey} ${difference.field}`);
    return {
      ...difference,
      label: ioFieldLabel(difference.field),
      changedBy: change?.changedBy ?? null,
      changedAt: text(change?.changedAt ?? null),
    };
  });
};

interface OrderParts {
  ownerKey: number;
  ownerName: string;
  timeZone: string;
  row: OrderRow;
  versions: readonly OrderRow[];
  lines: IoLine[];
  changes: IoChange[];
  signatures: IoSignature[];
}

export const toOrder = ({
  ownerKey,
  ownerName,
  timeZone,
  row,
  versions,
  lines,
  changes,
  signatures,
}: OrderParts): IoOrder => ({
  ...headOf(ownerKey, row, lines),
  ownerName,
  timeZone,
  partnerCode: row.partnerCode,
  message: row.message,
  terms: row.terms,
  lines,
  changes,
  answerLines: row.answerLines,
  canAnswer: canAnswer(versions, row),
  signatures,
  signer: null,
  versions: versions.map(({ ioKey, version, state, sentAt }) => ({ ioKey, version, state, sentAt: text(sentAt) })),
});
