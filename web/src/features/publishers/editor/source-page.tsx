import { Columns } from '../../../ui/pieces/columns.tsx';
import { Group } from '@mantine/core';
import { allPartnerList, type PublisherSourceRecord, SOURCE_STATUSES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { callQuery } from '../../../lib/api/op-query.ts';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { keyParam } from '../../../lib/address/search-params.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { StatePanel } from '../../../ui/states/state-panel.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { sourceQuery } from '../api.ts';
import { SOURCE_TONES } from '../source-words.ts';
import { StatusActions } from '../status-actions.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceSide } from './source-side.tsx';

const trail = () => [{ label: 'Resources' }, { label: 'Publisher sources', href: hrefOf(PATHS.publisherSources) }];
const NO_PARTNERS = [] as const;

const StatusLine = ({ source }: { source: PublisherSourceRecord }) => (
  <Group component="span" display="inline-flex" gap={8}>
    {source.displayName !== source.sourceTag && `${source.displayName} · `}
    {source.aggregatorName}
    <StatusMark tone={SOURCE_TONES[source.status]}>{SOURCE_STATUSES[source.status]}</StatusMark>
    {source.statusReason}
    {source.status !== source.ownStatus && ` (by its publisher ${source.publisherName})`}
  </Group>
);

const ExistingSource = ({ sourceKey }: { sourceKey: number }) => {
  const mayUpdate = useMay('publishers:Update');
  return (
    <Loaded query={useQuery(sourceQuery(sourceKey))} what="source">
      {(source) => (
        <>
          <PageHead
            title={source.sourceTag}
            trail={trail()}
            description={<StatusLine source={source} />}
            action={
              <Group gap={8}>
                <StatusActions sources={[{ ...source, status: source.ownStatus }]} size="sm" />
              </Group>
            }
          />
          <Columns of="minmax(0, 1fr) 320px" gap={16} align="start">
            <SourceForm
              key={sourceKey}
              source={source}
              partners={NO_PARTNERS}
              lock={mayUpdate ? null : 'You can view sources but not change them.'}
            />
            <SourceSide source={source} />
          </Columns>
        </>
      )}
    </Loaded>
  );
};

const NewSource = () => {
  const mayCreate = useMay('publishers:Create');
  const query = useQuery(callQuery(allPartnerList, {}));
  return (
    <Loaded query={query} what="list of media partners">
      {(partners) => (
        <>
          <PageHead title="New source" trail={trail()} />
          <Columns of="minmax(0, 980px)" gap={16} align="start">
            <SourceForm
              source={null}
              partners={partners.map(({ mediaPartnerKey, mediaPartnerName }) => ({
                value: String(mediaPartnerKey),
                label: mediaPartnerName,
              }))}
              lock={mayCreate ? null : 'You do not have the right to add sources.'}
            />
          </Columns>
        </>
      )}
    </Loaded>
  );
};

/** A new source, or an existing one. */
export const PublisherSourcePage = () => {
  const { publisherSourceKey: keyText }: { publisherSourceKey?: string } = useParams({ strict: false });
  const sourceKey = keyParam(keyText);
  if (keyText === undefined) return <NewSource />;
  if (sourceKey === undefined)
    return (
      <StatePanel level={1} title="Source not found">
        Check the link, or open it from the list.
      </StatePanel>
    );
  return <ExistingSource sourceKey={sourceKey} />;
};
