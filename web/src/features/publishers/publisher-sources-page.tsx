import { Button, Group } from '@mantine/core';
import { allPartnerList, publisherSearch, type PublisherSourceRow, SOURCE_STATUSES } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { callQuery } from '../../lib/api/op-query.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { useSourceFigures } from './api.ts';
import { OwnSourcesFile, type PartnerChoice, SourceFiles } from './source-files.tsx';
import { SOURCE_TONES } from './source-words.ts';
import { StatusActions } from './status-actions.tsx';

type Figures = ReturnType<typeof useSourceFigures>;

/** The registry uses percent, the table a fraction. */
const shareOf = (percent: number | null | undefined): number | null => (percent == null ? null : percent / 100);

const cellsOf = (figures: Figures): ListCells<PublisherSourceRow> => {
  const of = ({ publisherSourceKey }: PublisherSourceRow) => figures?.get(publisherSourceKey);
  return {
    sourceTag: { width: 170 },
    displayName: { width: 200 },
    publisherName: { width: 180 },
    aggregatorName: { width: 170 },
    status: {
      width: 116,
      value: ({ status }) => SOURCE_STATUSES[status],
      render: ({ row, text }) => <StatusMark tone={SOURCE_TONES[row.status]}>{text}</StatusMark>,
    },
    validLeads: { width: 104, value: (row) => of(row)?.validLeads ?? (figures === undefined ? null : 0) },
    returnRate: { width: 104, value: (row) => shareOf(of(row)?.returnRate) },
    enrollRate: { width: 104, value: (row) => shareOf(of(row)?.enrollRate) },
    enrollPercentMatured: { width: 110, value: (row) => shareOf(of(row)?.enrollPercentMatured) },
    trafficTypes: { width: 210, value: ({ trafficTypes }) => trafficTypes.join(', ') },
    domain: { width: 190 },
    firstSeen: { width: 116 },
    statusReason: { width: 220 },
  };
};

const STATUSES = Object.entries(SOURCE_STATUSES).map(([value, label]) => ({ value, label }));
const editorPath = ({ publisherSourceKey }: PublisherSourceRow): string =>
  pathTo('publisherEditor', { publisherSourceKey });

interface SourceListProps {
  /** Null for a media partner: no partner to choose, and read-only. */
  partners: readonly PartnerChoice[] | null;
  action: ReactNode;
}

const SourceList = ({ partners, action }: SourceListProps) => {
  const figures = useSourceFigures();
  const cells = useMemo(() => cellsOf(figures), [figures]);
  return (
    <ListPage<typeof publisherSearch>
      list={publisherSearch}
      noun="sources"
      action={action}
      cells={cells}
      filters={{
        ...(partners !== null &&
          partners.length > 0 && { aggregator: { label: 'Media partner', options: [...partners] } }),
        status: { label: 'Status', options: STATUSES },
        trafficType: { label: 'Traffic', all: 'All traffic' },
        firstSeen: { label: 'First seen' },
      }}
      rowLabel={({ sourceTag }) => sourceTag}
      {...(partners !== null && {
        open: editorPath,
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that is called, not a component
        bulk: (rows, clear) => <StatusActions sources={rows} onDone={clear} />,
      })}
      empty={{
        title: 'No sources yet',
        text: 'A source appears here with its first lead, or once you add it.',
      }}
    />
  );
};

const AgencySources = () => {
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const mayCreate = useMay('publishers:Create');
  const { partner }: { partner?: string } = useSearch({ strict: false });
  const mayListPartners = useMay('partners:View');
  const { data } = useQuery({ ...callQuery(allPartnerList, {}), enabled: mayListPartners });
  const partners = (data ?? []).map(({ mediaPartnerKey, mediaPartnerName }) => ({
    value: String(mediaPartnerKey),
    label: mediaPartnerName,
  }));
  return (
    <SourceList
      partners={partners}
      action={
        <Group gap={8}>
          {ownerKey !== undefined && (
            <SourceFiles
              ownerKey={ownerKey}
              partners={partners}
              chosen={partners.some(({ value }) => value === partner) ? partner! : null}
            />
          )}
          {mayCreate && (
            <Button
              component={Link}
              to={pathTo('publisherEditor')}
              leftSection={<IconPlus size={17} aria-hidden="true" />}
            >
              New source
            </Button>
          )}
        </Group>
      }
    />
  );
};

const PartnerSources = () => {
  const [own] = useFilterOptions().data?.partners ?? [];
  return <SourceList partners={null} action={own && <OwnSourcesFile aggregatorKey={own.key} />} />;
};

/** The register of lead sources: maintained by the agency; a media partner sees its own. */
export const PublisherSourcesPage = () => (groupOfSession() === 'mp' ? <PartnerSources /> : <AgencySources />);
