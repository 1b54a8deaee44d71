import { Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatInstant } from '../../../lib/text/format.ts';
import { pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { WithHistory } from '../../../shared/history/record-history.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { criteriaQuery } from './api.ts';
import { CriteriaForm } from './criteria-form.tsx';
import type { CriteriaSearch } from './criteria-search.ts';
import { SuppressionCard } from './suppression-card.tsx';

interface Option {
  key: number;
  name: string;
}

const Criteria = ({ ownerKey, clientKey, clients }: { ownerKey: number; clientKey: number; clients: Option[] }) => {
  const navigate = useNavigate();
  const canSave = useMay('clients:Criteria');
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Loaded query={useQuery(criteriaQuery(clientKey))} what="client’s criteria">
      {(record) => (
        <>
          <HeadParts
            description={
              record.savedAt === null
                ? 'Not saved yet: all rules are defaults.'
                : `Version ${record.version}, ${record.savedBy ?? 'Paceline'}, ${formatInstant(record.savedAt, record.timeZone)}`
            }
            action={
              <Button variant="default" leftSection={<IconHistory size={16} aria-hidden="true" />} onClick={open}>
                History ({record.versions.length})
              </Button>
            }
          />
          <NativeSelect
            maw={360}
            mb={16}
            label="Client"
            data={clients.map(({ key, name }) => ({ value: String(key), label: name }))}
            value={String(clientKey)}
            onChange={(event) =>
              void navigate({
                to: pathTo('clientCriteria'),
                search: { owner: ownerKey, client: Number(event.currentTarget.value) } as never,
              })
            }
          />
          <WithHistory key={clientKey} entity="client" recordKey={clientKey} timeZone={record.timeZone}>
            <CriteriaForm key={clientKey} record={record} canSave={canSave} history={{ isOpen, close }} />
            <SuppressionCard
              ownerKey={ownerKey}
              clientKey={clientKey}
              clientName={record.clientName}
              canChange={canSave}
            />
          </WithHistory>
        </>
      )}
    </Loaded>
  );
};

/** A client's lead criteria, one form per client. */
export const CriteriaPage = () => {
  const { client }: CriteriaSearch = useSearch({ strict: false });
  const ownerKey = useOwnerKey();
  const options = useQuery(filterOptionsQuery(ownerKey));
  return (
    <Loaded query={options} what="owner’s clients">
      {({ clients }) => {
        const clientKey = clients.find(({ key }) => key === client)?.key ?? clients[0]?.key;
        if (clientKey === undefined) return <EmptyState title="No clients">This owner has no clients yet.</EmptyState>;
        return <Criteria ownerKey={ownerKey} clientKey={clientKey} clients={clients} />;
      }}
    </Loaded>
  );
};
