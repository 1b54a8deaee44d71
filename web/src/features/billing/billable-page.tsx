import { useAddress } from '../../shared/use-address.ts';
import { Button, Checkbox, Chip, Group, Menu, MultiSelect, NativeSelect, Text } from '@mantine/core';
import {
  BILLABLE_GROUP_CODES,
  BILLABLE_GROUPS,
  type BillableGroup,
  type BillableRow,
  REMARK_CODES,
  REMARKS,
} from '@paceline/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { todayIn } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import { choiceParam, textParam } from '../../lib/address/search-params.ts';
import { groupOfSession, useActiveOwnerKey, useSession } from '../../lib/session/session-store.ts';
import { useFilterOptions } from '../../shared/filter-bar/use-filters.ts';
import { toOptions, useLeadZone } from '../../shared/lead-filters.ts';
import { ALL_OWNERS, usePartnerOwner } from '../../shared/insights-owner.tsx';
import { NoOwner } from '../../shared/no-owner.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { Adjustments } from './adjustments.tsx';
import { billableQuery, type BillableAnswer, type BillableAsked, useBillableFile } from './api.ts';
import { BillableTable } from './billable-table.tsx';
import { MonthState } from './month-state.tsx';
import { firstMonth, isFrozenRow, monthOptions, readGroups, readKeys, readMonth, rowKeyOf } from './prepare-billing.ts';

const LineDrawer = lazy(async () => ({ default: (await import('./line-drawer.tsx')).LineDrawer }));

const FileMenu = ({ question }: { question: BillableAsked }) => {
  const { mutate, isPending } = useBillableFile(question);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          leftSection={<IconDownload size={15} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('xlsx')}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => mutate('csv')}>CSV (.csv)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

interface SeveralSelectProps {
  label: string;
  rows: Parameters<typeof toOptions>[0];
  chosen: readonly number[];
  /** As in the address: comma-separated keys, undefined for all. */
  onChange: (keys: string | undefined) => void;
}

const SeveralSelect = ({ label, rows, chosen, onChange }: SeveralSelectProps) => (
  <MultiSelect
    label={label}
    size="xs"
    placeholder={chosen.length === 0 ? 'All' : ''}
    searchable
    clearable
    data={toOptions(rows)}
    value={chosen.map(String)}
    onChange={(keys) => onChange(keys.join(',') || undefined)}
  />
);

interface BillableProps {
  /** Null for all school groups of a media partner. */
  ownerKey: number | null;
  /** The owner selection, for users with several owners. */
  ownerPicker?: ReactNode;
}

const Billable = ({ ownerKey, ownerPicker }: BillableProps) => {
  const group = groupOfSession() ?? 'ag';
  const granted = useSession((state) => state.permissions);
  const viewer = useMemo(() => ({ group, permissions: permissionSet(granted) }), [group, granted]);
  const timeZone = useLeadZone(ownerKey);
  const [now] = useState(() => new Date());
  const today = todayIn(timeZone, now);
  const { search: said, set: change } = useAddress();
  const month = readMonth(said['month']) ?? firstMonth(today);
  const by = textParam(said['by']);
  const groups = useMemo(() => readGroups(by, group), [by, group]);
  const partners = readKeys(said['partner']);
  const clients = readKeys(said['client']);
  const includeAdjustments = said['adjustments'] !== 'off';
  const state = choiceParam(said['state'], REMARK_CODES);
  const options = useFilterOptions().data;
  const [opened, setOpened] = useState<BillableRow | null>(null);
  const question: BillableAsked = {
    ...(ownerKey !== null && { ownerKey }),
    month,
    groupBy: groups,
    includeAdjustments,
    ...(partners.length > 0 && { mediaPartnerKeys: partners }),
    ...(clients.length > 0 && { clientKeys: clients }),
  };
  const query = useQuery(billableQuery(question));
  const shownRows = ({ rows }: BillableAnswer): readonly BillableRow[] =>
    state === undefined ? rows : rows.filter((row) => row.state === state);
  return (
    <>
      <HeadParts
        action={
          <Group gap={8}>
            <Button
              variant="default"
              size="xs"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={pathTo(group === 'mp' ? 'mpReconciliation' : 'reconciliation')}
                  search={{ ...(ownerKey !== null && { owner: ownerKey }), month: month.slice(0, 7) } as never}
                />
              )}
            >
              Reconcile
            </Button>
            <FileMenu question={question} />
          </Group>
        }
      />
      <Group gap="10px 14px" align="flex-end" mb={12}>
        {ownerPicker}
        <NativeSelect
          label="Month"
          size="xs"
          data={monthOptions(today)}
          value={month}
          onChange={(event) => change({ month: event.currentTarget.value.slice(0, 7) })}
        />
        {group === 'ag' && (
          <SeveralSelect
            label="Media partner"
            rows={options?.partners}
            chosen={partners}
            onChange={(partner) => change({ partner })}
          />
        )}
        {group === 'ag' && (
          <SeveralSelect
            label="Client"
            rows={options?.clients}
            chosen={clients}
            onChange={(client) => change({ client })}
          />
        )}
        {group !== 'cl' && (
          <NativeSelect
            label="Status"
            size="xs"
            data={[
              { value: '', label: 'All' },
              ...REMARK_CODES.filter((code) => code !== 'ANSWERED').map((code) => ({
                value: code,
                label: REMARKS[code],
              })),
            ]}
            value={state ?? ''}
            onChange={(event) => change({ state: event.currentTarget.value || undefined })}
          />
        )}
        <Chip.Group
          multiple
          value={groups}
          onChange={(chosen) =>
            change({ by: BILLABLE_GROUP_CODES.filter((code) => chosen.includes(code)).join(',') || undefined })
          }
        >
          <Group gap={6} role="group" aria-label="Group by">
            <Text span size="sm" c="dimmed">
              Group by
            </Text>
            {BILLABLE_GROUP_CODES.filter((code) => group !== 'mp' || code !== 'partner').map((code: BillableGroup) => (
              <Chip key={code} value={code} size="xs">
                {BILLABLE_GROUPS[code]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Checkbox
          size="xs"
          label="Include adjustments"
          checked={includeAdjustments}
          onChange={(event) => change({ adjustments: event.currentTarget.checked ? undefined : 'off' })}
        />
      </Group>
      <Loaded query={query} what="bill">
        {(answer) => (
          <>
            {answer.month !== null && ownerKey !== null && (
              <MonthState
                key={answer.month.month}
                state={answer.month}
                totalDue={answer.total.totalDue ?? null}
                expected={answer.total.expectedAmount ?? null}
                ownerKey={ownerKey}
                timeZone={timeZone}
                today={today}
                now={now}
                group={group}
              />
            )}
            <BillableTable
              answer={answer}
              rows={shownRows(answer)}
              groups={groups}
              viewer={viewer}
              hasOwners={ownerKey === null}
              onOpen={setOpened}
              empty={
                <EmptyState title={state === undefined ? 'Nothing is billed for this month yet' : 'No line matches'}>
                  {state === undefined
                    ? 'Leads and platform costs of the month are listed here as they come in.'
                    : 'Choose another status.'}
                </EmptyState>
              }
            />
            <Adjustments {...answer} />
            {opened !== null && (
              <Suspense fallback={null}>
                <LineDrawer
                  isFrozen={isFrozenRow(opened)}
                  row={answer.rows.find((row) => rowKeyOf(row) === rowKeyOf(opened)) ?? opened}
                  groups={groups}
                  viewer={viewer}
                  ownerKey={opened.ownerKey}
                  month={month}
                  timeZone={timeZone}
                  onClose={() => setOpened(null)}
                />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </>
  );
};

/** A media partner works for several owners: the address says whose bill is shown, or that of all. */
const PartnerBillable = () => {
  const owners = useSession((state) => state.owners) ?? [];
  const { owner, choice } = usePartnerOwner(owners.length > 1 ? ALL_OWNERS : undefined, { isLabelled: true });
  if (owners.length === 0) return <NoOwner />;
  const ownerKey = owner?.ownerKey ?? null;
  return <Billable key={ownerKey} ownerKey={ownerKey} ownerPicker={choice} />;
};

/** The monthly bill, for the agency and the paid side. */
export const BillablePage = () => {
  const ownerKey = useActiveOwnerKey();
  return ownerKey === null ? <PartnerBillable /> : <Billable ownerKey={ownerKey} />;
};
