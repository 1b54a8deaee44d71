import { ATTENTION_ROWS, type PacingException, type PacingSummary, sumBy, type UserGroup } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../../db/scope/tx.ts';
import { listAttentionWork } from '../../shared/attention.queries.ts';
import { type Exception } from './exceptions.ts';

type AttentionGroups = Pick<
  PacingSummary,
  | 'exceptions'
  | 'exceptionCount'
  | 'exceptionCampaigns'
  | 'atStake'
  | 'small'
  | 'smallCount'
  | 'snoozed'
  | 'snoozedCount'
>;
export const NO_ATTENTION: AttentionGroups = {
  exceptions: [],
  exceptionCount: 0,
  exceptionCampaigns: 0,
  atStake: 0,
  small: [],
  smallCount: 0,
  snoozed: [],
  snoozedCount: 0,
};

/** What to work on now, what is small, and what was put off. A client is not told what the agency does about its rows. */
export const groupAttention = async (
  tx: Tx,
  { ownerKey, group, today }: { ownerKey: number; group: UserGroup; today: Temporal.PlainDate },
  exceptions: readonly Exception[],
): Promise<AttentionGroups> => {
  const work = new Map(
    group === 'ag'
      ? (await listAttentionWork(tx, ownerKey)).map(({ subject, recordKey, ...item }) => [
          `${subject} ${recordKey}`,
          item,
        ])
      : [],
  );
  const rows = exceptions.map(({ small, ...row }) => {
    const own = row.campaignKey === null ? `goal ${row.goalKey}` : `campaign ${row.campaignKey}`;
    return { small, row: { ...row, work: work.get(own) ?? null } satisfies PacingException };
  });
  const isSnoozed = ({ row }: (typeof rows)[number]): boolean => (row.work?.snoozedUntil ?? '') > today.toString();
  const due = rows.filter((one) => !isSnoozed(one));
  const main = due.filter(({ small }) => !small);
  const small = due.filter((one) => one.small);
  const snoozed = rows.filter(isSnoozed);
  const page = (some: typeof rows): PacingException[] => some.slice(0, ATTENTION_ROWS).map(({ row }) => row);
  return {
    exceptions: page(main),
    exceptionCount: main.length,
    exceptionCampaigns: main.filter(({ row }) => row.campaignKey !== null).length,
    atStake: sumBy(main, ({ row }) => row.dollars) ?? 0,
    small: page(small),
    smallCount: small.length,
    snoozed: page(snoozed),
    snoozedCount: snoozed.length,
  };
};
