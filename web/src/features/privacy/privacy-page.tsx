import { TableHead } from '../../ui/table-head.tsx';
import { Stack } from '@mantine/core';
import { type CallResponse, PRIVACY_REQUESTS, type privacyList } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { privacyQuery } from './api.ts';
import { FindPerson } from './find-person.tsx';
import { KeepPeople } from './keep-people.tsx';

type Requests = Pick<CallResponse<typeof privacyList>, 'requests' | 'timeZone'>;

const RequestTable = ({ requests, timeZone }: Requests) => (
  <table className={table.table} aria-label="Requests">
    <TableHead of={['Reference', 'Request', 'Leads', 'Done', 'By']} />
    <tbody>
      {requests.map(({ requestKey, kind, reference, leads, askedAt, askedBy }) => (
        <tr key={requestKey}>
          <th scope="row">{reference}</th>
          <td data-label="Request">{PRIVACY_REQUESTS[kind]}</td>
          <td data-label="Leads">{formatCount(leads)}</td>
          <td data-label="Done">{formatInstant(askedAt, timeZone)}</td>
          <td data-label="By">{askedBy}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Privacy requests of people, and how long their data is kept. */
export const PrivacyPage = () => {
  const ownerKey = useOwnerKey();
  return (
    <Loaded query={useQuery(privacyQuery(ownerKey))} what="privacy requests">
      {({ settings, requests, timeZone }) => (
        <Stack gap="var(--mantine-spacing-md)" maw={1100}>
          <FindPerson ownerKey={ownerKey} timeZone={timeZone} />
          <SectionCard title="Requests" note="Kept without name, address or number.">
            {requests.length === 0 ? (
              <EmptyState title="No requests yet">Requests about personal data appear here.</EmptyState>
            ) : (
              <RequestTable requests={requests} timeZone={timeZone} />
            )}
          </SectionCard>
          <KeepPeople key={settings.version} ownerKey={ownerKey} settings={settings} />
        </Stack>
      )}
    </Loaded>
  );
};
