import type { PacingException, PacingSummary } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { pacingSummaryQuery } from '../../../shared/pacing-summary.ts';
import type { MonthOf } from '../api.ts';

interface Attention {
  /** Undefined while it loads, and for viewers without reports. */
  summary: PacingSummary | undefined;
  byKey: ReadonlyMap<number, PacingException>;
}

const NONE: ReadonlyMap<number, PacingException> = new Map();

/** What needs attention in the owner's current month: the same answer as on the pacing overview. */
export const useAttention = ({ group, month, ownerKey }: MonthOf): Attention => {
  const mayRead = useMay('reports:View');
  const { data: summary } = useQuery({
    ...pacingSummaryQuery({ ownerKey: ownerKey ?? 0 }),
    enabled: mayRead && group !== 'mp' && month === 'current' && ownerKey !== null,
  });
  const byKey = useMemo(
    () =>
      summary === undefined
        ? NONE
        : new Map(
            summary.exceptions.flatMap((one) => (one.campaignKey === null ? [] : [[one.campaignKey, one] as const])),
          ),
    [summary],
  );
  return { summary, byKey };
};
