import { useAddress } from '../../shared/use-address.ts';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { type BillingSide, reconciliationImport, type ReconciliationRun, type UserGroup } from '@paceline/contract';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localZone, todayIn } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { groupOfSession, useActiveOwnerKey, useSession } from '../../lib/session/session-store.ts';
import { filterOptionsQuery } from '../../shared/filter-bar/use-filters.ts';
import listClasses from '../../shared/list/list.module.css';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { type Asked, runQuery, useReadAgain } from './api.ts';
import { kindOf, monthOf, monthOptions, monthText, sidesText } from './prepare-reconciliation.ts';
import { KindTabs, RunSummary } from './run-summary.tsx';
import { RunTable } from './run-table.tsx';

const ImportDialog = lazyDialog(
  async () => (await import('../../shared/import-dialog/import-dialog.tsx')).ImportDialog,
);

const TITLE = 'Reconciliation';
const trailOf = (group: UserGroup) => [
  { label: 'Insights' },
  { label: 'Billable', href: hrefOf(PATHS[group === 'mp' ? 'mpBillable' : 'billable']) },
];
const COLUMNS: Record<BillingSide, string> = {
  media:
    'Columns: Lead ID or Transaction ID (the partner’s own), Price; Status, Campaign Code and Inquiry Date if available. A newer file replaces the previous one.',
  client:
    'Columns: Lead ID or CRM Reference; Price, Status, Campaign Code and Inquiry Date if available. A newer file replaces the previous one.',
};
const NO_KEY = '';

const toOptions = (rows: readonly { key: number; name: string }[]) =>
  rows.map(({ key, name }) => ({ value: String(key), label: name }));

/** One comparison: its result, and its rows by kind. */
const Comparison = ({ question, timeZone }: { question: Asked; timeZone: string }) => {
  const { search, set } = useAddress();
  const query = useQuery(runQuery(question, Number(search['list']) || undefined));
  return (
    <Loaded query={query} what="reconciliation">
      {(shown) => {
        const { run, kinds, partyName } = shown;
        if (run === null)
          return (
            <EmptyState title={`No list of ${partyName} for ${monthText(question.month)} yet`}>
              Upload the list to compare it with ours, lead by lead.
            </EmptyState>
          );
        const kind = kindOf(search['kind'], kinds);
        const ofRun: typeof shown & { run: ReconciliationRun } = { ...shown, run };
        return (
          <>
            <Note>{sidesText(partyName, question.side)}</Note>
            {run.replacedAt !== null && (
              <Text size="sm" mb={4} role="note">
                A newer list has replaced this one. Read-only.
              </Text>
            )}
            <RunSummary
              shown={ofRun}
              ownerKey={question.ownerKey}
              timeZone={timeZone}
              onRun={(runKey) => set({ list: String(runKey), kind: undefined })}
            />
            <KindTabs
              kinds={kinds}
              kind={kind}
              onKind={(next) => set({ kind: next, state: undefined, id: undefined })}
            />
            <RunTable
              key={`${run.runKey} ${kind}`}
              ownerKey={question.ownerKey}
              runKey={run.runKey}
              month={question.month}
              kind={kind}
              open={kinds.find((one) => one.kind === kind)?.open ?? 0}
              isOver={run.replacedAt !== null}
              timeZone={timeZone}
            />
          </>
        );
      }}
    </Loaded>
  );
};

interface ChoiceProps {
  group: UserGroup;
  ownerKey: number | null;
  today: string;
}

/** The party and month, both in the address. */
const useChoice = ({ group, ownerKey, today }: ChoiceProps) => {
  const { search, set } = useAddress();
  const side: BillingSide = group === 'mp' || (group === 'ag' && search['side'] !== 'client') ? 'media' : 'client';
  const { data: options } = useQuery({ ...filterOptionsQuery(ownerKey), enabled: ownerKey !== null });
  const parties = (side === 'media' ? options?.partners : options?.clients) ?? [];
  const wanted = Number(search[side === 'media' ? 'partner' : 'client']);
  // A partner, or a client of a single school, has no choice of party.
  const party = parties.find(({ key }) => key === wanted) ?? (parties.length === 1 ? parties[0] : undefined);
  return { side, parties, partyKey: party?.key ?? null, month: monthOf(search['month'], today), set };
};

const fresh = { list: undefined, kind: undefined, state: undefined, id: undefined };

const Reconciliation = ({ group, ownerKey, today }: ChoiceProps) => {
  const { side, parties, partyKey, month, set } = useChoice({ group, ownerKey, today });
  const owners = useSession((state) => state.owners) ?? [];
  const again = useReadAgain();
  const [isUploading, setUploading] = useState(false);
  const timeZone = localZone();
  const comparison = ownerKey === null || partyKey === null ? null : { ownerKey, side, partyKey, month };
  return (
    <div className={listClasses.page}>
      <PageHead
        title={TITLE}
        trail={trailOf(group)}
        description="Two lists of a month, lead by lead, until the difference is $0.00."
        action={
          comparison && (
            <Button leftSection={<IconUpload size={16} aria-hidden="true" />} onClick={() => setUploading(true)}>
              Upload a list
            </Button>
          )
        }
      />
      <Group gap="8px 12px" align="flex-end" mb={12}>
        {group === 'mp' && (
          <NativeSelect
            size="xs"
            label="School group"
            value={String(ownerKey ?? NO_KEY)}
            data={[
              { value: NO_KEY, label: 'Choose one' },
              ...owners.map(({ ownerKey: key, name }) => ({ value: String(key), label: name })),
            ]}
            onChange={(event) => set({ ...fresh, owner: event.currentTarget.value || undefined })}
          />
        )}
        {group === 'ag' && (
          <NativeSelect
            size="xs"
            label="List of"
            value={side}
            data={[
              { value: 'media', label: 'A media partner' },
              { value: 'client', label: 'A client' },
            ]}
            onChange={(event) => set({ ...fresh, side: event.currentTarget.value === 'client' ? 'client' : undefined })}
          />
        )}
        {group !== 'mp' && (
          <NativeSelect
            size="xs"
            label={side === 'media' ? 'Media partner' : 'Client'}
            value={String(partyKey ?? NO_KEY)}
            data={[{ value: NO_KEY, label: 'Choose one' }, ...toOptions(parties)]}
            onChange={(event) =>
              set({ ...fresh, [side === 'media' ? 'partner' : 'client']: event.currentTarget.value || undefined })
            }
          />
        )}
        <NativeSelect
          size="xs"
          label="Month"
          value={month.slice(0, 7)}
          data={monthOptions(today)}
          onChange={(event) => set({ ...fresh, month: event.currentTarget.value })}
        />
      </Group>
      {comparison === null ? (
        <EmptyState
          title={
            ownerKey === null ? 'Choose a school group' : `Choose a ${side === 'media' ? 'media partner' : 'client'}`
          }
        >
          Compares its list of a month with ours, lead by lead.
        </EmptyState>
      ) : (
        <Comparison key={`${side} ${partyKey} ${month}`} question={comparison} timeZone={timeZone} />
      )}
      {comparison !== null && (
        <ImportDialog
          isOpen={isUploading}
          onClose={() => setUploading(false)}
          title={`List for ${monthText(month)}`}
          owner={comparison.ownerKey}
          kind="reconciliation"
          note={COLUMNS[side]}
          call={reconciliationImport}
          args={{ params: { owner: comparison.ownerKey }, query: { side, partyKey: comparison.partyKey, month } }}
          onApplied={() => {
            set(fresh);
            again();
          }}
        />
      )}
    </div>
  );
};

/** Compares the other side's list of a month with ours; shared by the agency, media partners and clients. */
export const ReconciliationPage = () => {
  const active = useActiveOwnerKey();
  const owners = useSession((state) => state.owners) ?? [];
  const { search } = useAddress();
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const group = groupOfSession();
  if (group === null) return null;
  const only = owners.length === 1 ? owners[0]?.ownerKey : undefined;
  const named = owners.find(({ ownerKey }) => ownerKey === Number(search['owner']))?.ownerKey;
  const ownerKey = (group === 'mp' ? (named ?? only) : active) ?? null;
  return <Reconciliation key={ownerKey ?? 0} group={group} ownerKey={ownerKey} today={today} />;
};
