import { Anchor, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { bulkEduExport, bulkEduImport, EDUCATION_DATA_KIND, filterOptions, programSearch } from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { educationFileOfOwner, findFile, keepFile } from '../../../shared/import-dialog/chosen-files.ts';
import { carried, importRowsQuery, toApiError } from '../../../shared/import-dialog/import-api.ts';
import { ImportChoice } from '../../../shared/import-dialog/import-choice.tsx';
import { ImportHistory } from '../../../shared/import-dialog/import-history.tsx';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import { useImport } from '../../../shared/import-dialog/use-import.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';

interface ClientChoice {
  key: number;
  name: string;
}

type Content = 'data' | 'template';

const FALLBACK_NAMES = { data: 'bulkDataExport_.xlsx', template: 'bulkDataImport_.xlsx' } as const;

/** Downloads existing data of one or all clients, or an empty template. */
const DownloadCard = ({ ownerKey, clients }: { ownerKey: number; clients: readonly ClientChoice[] }) => {
  const [client, setClient] = useState('');
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (content: Content) => {
      const query = { content, ...(client !== '' && content === 'data' && { clientKey: client }) };
      const file = await downloadApi(
        bulkEduExport,
        { params: { owner: ownerKey }, query },
        { fallbackName: FALLBACK_NAMES[content] },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
  return (
    <SectionCard title="Download">
      <Group gap={12} align="flex-end">
        <NativeSelect
          label="Client"
          flex="1 1 220px"
          maw={340}
          data={[
            { value: '', label: 'All clients' },
            ...clients.map(({ key, name }) => ({ value: String(key), label: name })),
          ]}
          value={client}
          onChange={({ currentTarget }) => setClient(currentTarget.value)}
        />
        <Button
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={isPending && variables === 'data'}
          onClick={() => mutate('data')}
        >
          Download
        </Button>
        <Button variant="default" loading={isPending && variables === 'template'} onClick={() => mutate('template')}>
          Empty template
        </Button>
      </Group>
    </SectionCard>
  );
};

const NOTE =
  'One row for each program of each campus. New codes create programs and campuses; Active = N closes a program. The client must exist.';

/** Uploads a file: checked, then imported, and undoable for a day. */
const UploadCards = ({ ownerKey }: { ownerKey: number }) => {
  const queries = useQueryClient();
  const upload = useImport(carried(bulkEduImport, { params: { owner: ownerKey } }));
  const { file, show, reset, send } = upload;
  // A file chosen while the client was being created: it is uploaded once the client exists.
  const fileName = educationFileOfOwner(ownerKey);
  const [chosen] = useState(() => findFile(fileName));
  const isOfNewClient = chosen !== null;
  const sendChosen = useEffectEvent(() => {
    if (chosen !== null) void send(chosen).then(() => keepFile(fileName, null));
  });
  useEffect(() => sendChosen(), []);
  const forget = () => {
    for (const { id } of [programSearch, filterOptions]) void queries.invalidateQueries({ queryKey: [id] });
  };
  const open = async (importKey: number) => {
    try {
      show(await queries.fetchQuery(importRowsQuery(ownerKey, importKey, 'all', 1)));
    } catch (error) {
      toast.error(toApiError(error as Error));
    }
  };
  return (
    <>
      <SectionCard title="Upload">
        {file ? (
          <ImportReview
            key={file.importKey}
            owner={ownerKey}
            file={file}
            onApplied={(result) => {
              show(result);
              forget();
            }}
            onUndone={(result) => {
              show(result);
              forget();
            }}
            onAnother={reset}
            onClose={reset}
          />
        ) : (
          <ImportChoice upload={upload} note={NOTE} template={null} />
        )}
        {isOfNewClient && (
          <p>
            <Anchor href={hrefOf(PATHS.goingLive)}>What the new client still needs</Anchor>
          </p>
        )}
      </SectionCard>
      <SectionCard title="Upload history">
        <ImportHistory
          owner={ownerKey}
          kind={EDUCATION_DATA_KIND}
          onOpen={(importKey) => void open(importKey)}
          onUndone={() => {
            reset();
            forget();
          }}
        />
      </SectionCard>
    </>
  );
};

/** Export and import of education data of an owner's clients. */
export const BulkDataPage = () => {
  const ownerKey = useOwnerKey();
  const mayLoad = useMay('clients:Bulk');
  const { data, error, refetch } = useQuery(filterOptionsQuery(ownerKey));
  if (error)
    return (
      <RetryPanel message={error.message} requestId={toApiError(error).requestId} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <LoadingSkeleton label="Loading clients" />;
  if (data.clients.length === 0)
    return (
      <EmptyState title="No clients yet">
        Campuses and programs belong to a client. They can be loaded once the owner has one.
      </EmptyState>
    );
  return (
    <Stack gap={16} maw={1040}>
      <DownloadCard ownerKey={ownerKey} clients={data.clients} />
      {mayLoad && <UploadCards ownerKey={ownerKey} />}
    </Stack>
  );
};
