import { Button, Group, NativeSelect } from '@mantine/core';
import {
  bulkCampaignTemplateExport,
  bulkPpcCampaignExport,
  channelDetails,
  PLATFORM_CHANNELS,
} from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { tellFailure } from '../api.ts';

interface TemplateFormProps {
  ownerKey: number;
  isPlatform: boolean;
}

/** All trading platforms, of every channel. */
const usePlatforms = (isPlatform: boolean) =>
  useQueries({
    queries: PLATFORM_CHANNELS.map((channel) => ({
      // Three queries of one call: separate keys keep them from cancelling each other.
      ...callQuery(channelDetails, { params: { key: channel } }),
      queryKey: [`${channelDetails.id} ${channel}`] as const,
      enabled: isPlatform,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data?.tradingPlatforms ?? []),
  });

const keyOf = (value: string): number | null => Number(value) || null;

/** Downloads a template with the existing data of a client, a model or a platform. */
export const TemplateForm = ({ ownerKey, isPlatform }: TemplateFormProps) => {
  const { data: options } = useQuery(filterOptionsQuery(ownerKey));
  const platforms = usePlatforms(isPlatform);
  const [clientKey, setClientKey] = useState<number | null>(null);
  const [clientModelName, setModel] = useState<string | null>(null);
  const [tradingPlatformKey, setPlatform] = useState<number | null>(null);
  const body = { ownerKey, clientKey, clientModelName, ...(isPlatform && { tradingPlatformKey }) };
  const download = useMutation({
    mutationFn: (what: 'known' | 'unlinked') =>
      what === 'unlinked' || !isPlatform
        ? downloadApi(bulkCampaignTemplateExport, { body }, { fallbackName: 'BulkCampaign-data-.xlsx' })
        : downloadApi(bulkPpcCampaignExport, { body }, { fallbackName: 'PPC-BulkCampaign-data-.xlsx' }),
    onSuccess: (file) => file && saveFile(file),
    onError: tellFailure,
  });
  const models = (options?.models ?? []).filter((model) => model.clientKey === clientKey);
  return (
    <Columns min={150} gap={10} align="end">
      <NativeSelect
        size="xs"
        label="Client"
        data={[
          { value: '', label: 'All clients' },
          ...(options?.clients ?? []).map(({ key, name }) => ({ value: String(key), label: name })),
        ]}
        value={String(clientKey ?? '')}
        onChange={(event) => {
          setClientKey(keyOf(event.currentTarget.value));
          setModel(null);
        }}
      />
      <NativeSelect
        size="xs"
        label="Model"
        disabled={models.length === 0}
        data={[{ value: '', label: 'All models' }, ...models.map(({ name }) => ({ value: name, label: name }))]}
        value={clientModelName ?? ''}
        onChange={(event) => setModel(event.currentTarget.value || null)}
      />
      {isPlatform && (
        <NativeSelect
          size="xs"
          label="Trading platform"
          data={[
            { value: '', label: 'All platforms' },
            ...platforms.map(({ platformKey, name }) => ({ value: String(platformKey), label: name })),
          ]}
          value={String(tradingPlatformKey ?? '')}
          onChange={(event) => setPlatform(keyOf(event.currentTarget.value))}
        />
      )}
      <Group gap={8} style={{ gridColumn: '1 / -1' }}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={download.isPending && download.variables === 'known'}
          onClick={() => download.mutate('known')}
        >
          Download the template
        </Button>
        {isPlatform && (
          <Button
            size="xs"
            variant="default"
            disabled={tradingPlatformKey === null}
            title={tradingPlatformKey === null ? 'Choose a platform first' : undefined}
            loading={download.isPending && download.variables === 'unlinked'}
            onClick={() => download.mutate('unlinked')}
          >
            Only campaigns not linked yet
          </Button>
        )}
      </Group>
    </Columns>
  );
};
