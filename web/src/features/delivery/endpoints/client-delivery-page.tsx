import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { DeliveryEndpoint, FilterOptions } from '@paceline/contract';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { pathTo } from '../../../lib/address/paths.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { endpointQuery, endpointsQuery } from './api.ts';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointSearch } from './endpoint-search.ts';
import classes from './endpoint.module.css';

interface PlaceProps {
  ownerKey: number;
  clientKey: number;
  campusKey: number | null;
}

const Existing = ({ endpointKey, ...place }: PlaceProps & { endpointKey: number }) => {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Loaded query={useQuery(endpointQuery(place.ownerKey, endpointKey))} what="endpoint">
      {(record) => {
        const [newest] = record.versions;
        return (
          <>
            <Group gap={12} justify="space-between" mb={4}>
              <Note my={6}>
                Version {record.version}
                {newest && `, ${newest.savedBy ?? 'Paceline'}, ${formatInstant(newest.savedAt, localZone())}`}
              </Note>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconHistory size={16} aria-hidden="true" />}
                onClick={open}
              >
                History ({record.versions.length})
              </Button>
            </Group>
            {record.problem !== null && (
              <p className={classes.warning}>{`${record.problem} Correct it and save, so that leads can be sent.`}</p>
            )}
            <EndpointForm {...place} stored={record} history={{ isOpen, close }} />
          </>
        );
      }}
    </Loaded>
  );
};

interface ChosenProps extends PlaceProps {
  options: FilterOptions;
  endpoints: readonly DeliveryEndpoint[];
}

const Chosen = ({ ownerKey, clientKey, campusKey, options, endpoints }: ChosenProps) => {
  const navigate = useNavigate();
  const open = (search: EndpointSearch) =>
    void navigate({ to: pathTo('clientDelivery'), search: { owner: ownerKey, ...search } as never });
  const of = (client: number, campus: number | null) =>
    endpoints.find((one) => one.clientKey === client && one.campusKey === campus);
  const endpoint = of(clientKey, campusKey);
  const ofClient = of(clientKey, null);
  const campuses = options.campuses.filter((campus) => campus.clientKey === clientKey);
  const place = { ownerKey, clientKey, campusKey };
  return (
    <>
      <div className={classes.choose}>
        <NativeSelect
          label="Client"
          data={options.clients.map(({ key, name }) => ({
            value: String(key),
            label: of(key, null) ? name : `${name} (not set up)`,
          }))}
          value={String(clientKey)}
          onChange={(event) => open({ client: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Leads of"
          data={[
            { value: '', label: 'Whole client' },
            ...campuses.map(({ key, name }) => ({
              value: String(key),
              label: of(clientKey, key) ? `${name} (own endpoint)` : name,
            })),
          ]}
          value={campusKey === null ? '' : String(campusKey)}
          onChange={(event) => open({ client: clientKey, campus: Number(event.currentTarget.value) || undefined })}
        />
      </div>
      {endpoint === undefined ? (
        <>
          <p className={classes.warning}>
            {campusKey !== null && ofClient !== undefined
              ? `Leads of this campus go to ${ofClient.name}. Save this form to send them elsewhere.`
              : 'No delivery endpoint: valid leads wait and become stuck.'}
          </p>
          <EndpointForm
            key={`${clientKey}.${campusKey}`}
            {...place}
            stored={null}
            history={{ isOpen: false, close: () => undefined }}
          />
        </>
      ) : (
        <Existing key={endpoint.endpointKey} {...place} endpointKey={endpoint.endpointKey} />
      )}
    </>
  );
};

/** A client's delivery endpoint; a campus may have its own. */
export const ClientDeliveryPage = () => {
  const search: EndpointSearch = useSearch({ strict: false });
  const ownerKey = useOwnerKey();
  const options = useQuery(filterOptionsQuery(ownerKey));
  const endpoints = useQuery(endpointsQuery(ownerKey));
  return (
    <Loaded query={options} what="owner’s clients">
      {(choices) => {
        const clientKey = choices.clients.find(({ key }) => key === search.client)?.key ?? choices.clients[0]?.key;
        if (clientKey === undefined) return <EmptyState title="No clients">This owner has no clients yet.</EmptyState>;
        const campus = choices.campuses.find((one) => one.key === search.campus && one.clientKey === clientKey);
        return (
          <Loaded query={endpoints} what="owner’s endpoints">
            {(all) => (
              <Chosen
                ownerKey={ownerKey}
                clientKey={clientKey}
                campusKey={campus?.key ?? null}
                options={choices}
                endpoints={all}
              />
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
};
