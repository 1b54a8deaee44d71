import { TableHead } from '../../../ui/table-head.tsx';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import {
  deliveryEndpointPause,
  deliveryEndpointProbe,
  deliveryHealthList,
  type DeliveryHealthRow,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callApi } from '../../../lib/api/api.ts';
import { formatCount, formatInstant, localZone, NONE } from '../../../lib/text/format.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { agoText, healthSummary, sortHealth, stateOf } from '../prepare-health.ts';
import type { HealthSearch } from './endpoint-search.ts';
import classes from './health.module.css';

const AGAIN_MS = 15_000;

/** Pauses, resumes or tests an endpoint, and refreshes the page. */
const useEndpointChange = () => {
  const queries = useQueryClient();
  const done = (message: string) => {
    toast.success(message);
    void queries.invalidateQueries({ queryKey: [deliveryHealthList.id] });
  };
  const pause = useMutation({
    mutationFn: ({ ownerKey, endpointKey, state }: DeliveryHealthRow) =>
      callApi(deliveryEndpointPause, {
        params: { owner: ownerKey },
        body: { endpointKey, isPaused: state !== 'PAUSED' },
      }),
    onSuccess: (_, { name, state }) => done(state === 'PAUSED' ? `${name}: sending resumed.` : `${name}: paused.`),
    onError: tellFailure,
  });
  const probe = useMutation({
    mutationFn: ({ ownerKey, endpointKey }: DeliveryHealthRow) =>
      callApi(deliveryEndpointProbe, { params: { owner: ownerKey }, body: { endpointKey } }),
    onSuccess: (answer, { name }) =>
      done(answer?.tried ? `${name}: the oldest waiting lead is sent now.` : `${name}: no lead is waiting.`),
    onError: tellFailure,
  });
  return { pause, probe };
};

interface RowProps {
  row: DeliveryHealthRow;
  asOf: string;
  change: ReturnType<typeof useEndpointChange> | null;
  mayEdit: boolean;
}

const HealthRow = ({ row, asOf, change, mayEdit }: RowProps) => {
  const zone = localZone();
  const { tone, label, note } = stateOf(row, asOf, zone);
  const { ownerKey, clientKey, campusKey, name } = row;
  const edit = new URLSearchParams({
    owner: String(ownerKey),
    client: String(clientKey),
    ...(campusKey !== null && { campus: String(campusKey) }),
  });
  return (
    <tr>
      <th scope="row">
        {mayEdit ? <a href={`#${pathTo('clientDelivery')}?${edit.toString()}`}>{name}</a> : name}
        <span className={classes.dim}>
          {row.ownerName}
          {row.campusName !== null && `, ${row.campusName}`}
        </span>
      </th>
      <td data-label="State">
        <StatusMark tone={tone}>{label}</StatusMark>
        {note !== '' && <span className={classes.dim}>{note}</span>}
      </td>
      <td data-label="Last accepted" className={classes.when}>
        {agoText(row.lastAcceptedAt, asOf)}
        <span className={classes.dim}>
          {row.lastAcceptedAt === null ? '' : formatInstant(row.lastAcceptedAt, zone)}
        </span>
      </td>
      <td data-label="Accepted 24 h" className={classes.number}>
        {formatCount(row.accepted24h)}
      </td>
      <td data-label="Accepted 7 days" className={classes.number}>
        {formatCount(row.accepted7d)}
      </td>
      <td data-label="p95" className={classes.number}>
        {row.p95Ms === null ? NONE : `${formatCount(row.p95Ms)} ms`}
      </td>
      <td data-label="Waiting" className={classes.number}>
        {formatCount(row.waiting)}
        {row.oldestWaitingAt !== null && (
          <span className={classes.dim}>oldest {agoText(row.oldestWaitingAt, asOf).replace(' ago', '')}</span>
        )}
      </td>
      <td>
        {change !== null && (
          <span className={classes.actions}>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${row.state === 'PAUSED' ? 'Resume' : 'Pause'} sending to ${name}`}
              loading={change.pause.isPending && change.pause.variables.endpointKey === row.endpointKey}
              onClick={() => change.pause.mutate(row)}
            >
              {row.state === 'PAUSED' ? 'Resume' : 'Pause'}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Try now: ${name}`}
              disabled={row.state === 'PAUSED' || row.waiting === 0}
              loading={change.probe.isPending && change.probe.variables.endpointKey === row.endpointKey}
              onClick={() => change.probe.mutate(row)}
            >
              Try now
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
};

const Health = ({
  rows,
  asOf,
  shown,
}: {
  rows: readonly DeliveryHealthRow[];
  asOf: string;
  shown: 'owner' | 'all';
}) => {
  const navigate = useNavigate();
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const ownerName = useSession((state) => state.activeOwner?.name);
  const change = useEndpointChange();
  const mayUpdate = useMay('leadanalyzer:Update');
  const mayEdit = useMay('clients:Criteria');
  const listed = sortHealth(shown === 'owner' ? rows.filter((row) => row.ownerKey === ownerKey) : rows, asOf);
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mb={10}>
        <Text inherit fw={600}>
          {healthSummary(listed, asOf)}
        </Text>
        <NativeSelect
          aria-label="Owners"
          size="xs"
          data={[
            { value: 'all', label: 'All my owners' },
            { value: 'owner', label: ownerName ?? 'This owner' },
          ]}
          value={shown}
          onChange={(event) =>
            void navigate({
              to: '.',
              search: { show: event.currentTarget.value === 'owner' ? 'owner' : undefined } as never,
            })
          }
        />
      </Group>
      {listed.length === 0 ? (
        <EmptyState title="No endpoints">
          No client has a delivery endpoint yet. Set one up under Lead Delivery.
        </EmptyState>
      ) : (
        <table className={classes.table}>
          <TableHead of={['Endpoint', 'State', 'Last accepted']}>
            <th scope="col" className={classes.number}>
              Accepted 24 h
            </th>
            <th scope="col" className={classes.number}>
              7 days
            </th>
            <th scope="col" className={classes.number}>
              p95 24 h
            </th>
            <th scope="col" className={classes.number}>
              Waiting
            </th>
            <th scope="col" aria-label="Actions" />
          </TableHead>
          <tbody>
            {listed.map((row) => (
              <HealthRow
                key={row.endpointKey}
                row={row}
                asOf={asOf}
                change={mayUpdate ? change : null}
                mayEdit={mayEdit}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};

/** The health of clients' delivery endpoints, failing ones first. */
export const DeliveryHealthPage = () => {
  const { show }: HealthSearch = useSearch({ strict: false });
  const query = useQuery({ ...callQuery(deliveryHealthList, {}), refetchInterval: AGAIN_MS });
  return (
    <Loaded query={query} what="health of endpoints">
      {({ rows, asOf }) => <Health rows={rows} asOf={asOf} shown={show ?? 'all'} />}
    </Loaded>
  );
};
