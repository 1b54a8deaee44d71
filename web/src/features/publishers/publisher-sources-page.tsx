import {
  allPartnerList,
  publisherSearch,
  type PublisherSourceRow,
  SOURCE_STATUSES,
  type SourceStatus,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/op-query.ts';
import { groupOfSession } from '../../lib/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';

const TONES: Readonly<Record<SourceStatus, StatusTone>> = {
  PENDING: 'warn',
  APPROVED: 'good',
  BLOCKED: 'bad',
  INACTIVE: 'off',
};

const CELLS: ListCells<PublisherSourceRow> = {
  sourceTag: { width: 170 },
  displayName: { width: 210 },
  publisherName: { width: 190 },
  aggregatorName: { width: 180 },
  status: {
    width: 116,
    value: ({ status }) => SOURCE_STATUSES[status],
    render: ({ row, text }) => <StatusMark tone={TONES[row.status]}>{text}</StatusMark>,
  },
  trafficTypes: { width: 230, value: ({ trafficTypes }) => trafficTypes.join(', ') },
  domain: { width: 200 },
  firstSeen: { width: 116 },
};

const STATUSES = Object.entries(SOURCE_STATUSES).map(([value, label]) => ({ value, label }));

/** Where media partners' leads come from. */
export const PublisherSourcesPage = () => {
  // A media partner sees its own: there is nobody to choose.
  const { data: partners = [] } = useQuery({ ...callQuery(allPartnerList, {}), enabled: groupOfSession() === 'ag' });
  return (
    <ListPage
      list={publisherSearch}
      noun="sources"
      title="Publisher sources"
      trail={[{ label: 'Resources' }]}
      cells={CELLS}
      filters={{
        ...(partners.length > 0 && {
          aggregator: {
            label: 'Media partner',
            options: partners.map(({ mediaPartnerKey, mediaPartnerName }) => ({
              value: String(mediaPartnerKey),
              label: mediaPartnerName,
            })),
          },
        }),
        status: { label: 'Status', options: STATUSES },
        trafficType: { label: 'Traffic', all: 'All traffic' },
        firstSeen: { label: 'First seen' },
      }}
      rowLabel={({ sourceTag }) => sourceTag}
      empty={{ title: 'No sources yet', text: 'A source is listed here with its first lead.' }}
    />
  );
};
