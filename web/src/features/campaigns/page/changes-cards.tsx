import { allocationHistory, type CampaignRow, type Labels, type UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/op-query.ts';
import { formatInstant } from '../../../lib/text/format.ts';
import { prepareHistory } from '../../../shared/history/prepare-history.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { QueryState } from '../../../ui/states/query-state.tsx';

interface AllocationChangesProps {
  campaignKey: number;
  group: UserGroup;
  labels: Labels;
  timeZone: string;
  /** The campaign's row of the month; empty if it does not run in it. */
  row: Partial<CampaignRow>;
}

/** What was changed of the month's plan, for those who do not see the whole history. */
export const AllocationChanges = ({ campaignKey, group, labels, timeZone, row }: AllocationChangesProps) => {
  const query = useQuery({
    ...callQuery(allocationHistory, { params: { campaignKey, month: 'current' } }),
    staleTime: 0,
  });
  return (
    <SectionCard title="Changes of the month">
      <QueryState
        query={query}
        label="Loading the changes"
        isEmpty={(changes) => changes.length === 0}
        empty="No changes in this month"
      >
        {(changes) => (
          <PlainList gap={10}>
            {prepareHistory(changes, null, labels, group, row).map(({ key, label, before, after, who, by, at }) => (
              <li key={key}>
                {label}: {before} <span aria-label="to">→</span> <strong>{after}</strong>
                <Note size="xs" mt={1}>
                  {who}, {by}, {formatInstant(at, timeZone)}
                </Note>
              </li>
            ))}
          </PlainList>
        )}
      </QueryState>
    </SectionCard>
  );
};
