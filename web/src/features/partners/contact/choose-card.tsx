import { Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import {
  type ContactChoice,
  type ContactRow,
  PARTNER_NOTIFICATIONS,
  type PartnerNotification,
} from '@paceline/contract';
import { formatCount, formatInstant, localZone, NONE } from '../../../lib/text/format.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { PickList } from '../../../ui/forms/pick-list.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from '../partners.module.css';
import { foundText, writableKeys } from './prepare-contact.ts';

interface ChooseProps {
  choice: ContactChoice;
  query: Parameters<typeof Loaded<ContactRow[]>>[0]['query'];
  chosen: readonly number[];
  onChoice: (choice: ContactChoice) => void;
  onChoose: (keys: number[]) => void;
}

/** Insertion orders are sent from their own page. */
const KINDS = Object.entries(PARTNER_NOTIFICATIONS)
  .filter(([kind]) => kind !== 'IO')
  .map(([value, label]) => ({ value, label }));
const DAYS = [7, 30, 90].map((days) => ({ value: String(days), label: `In the last ${days} days` }));

const Conditions = ({ choice, onChoice }: Pick<ChooseProps, 'choice' | 'onChoice'>) => {
  const clients = useFilterOptions().data?.clients ?? [];
  return (
    <>
      <Group gap={10} align="flex-end" mb={12}>
        <NativeSelect
          label="Kind of mail"
          data={KINDS}
          value={choice.kind}
          onChange={(event) => onChoice({ ...choice, kind: event.currentTarget.value as PartnerNotification })}
        />
        <NativeSelect
          label="Valid leads delivered"
          data={[{ value: '', label: 'At any time or never' }, ...DAYS]}
          value={String(choice.deliveredDays ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onChoice({ ...choice, deliveredDays: value === '' ? null : Number(value) })
          }
        />
        <Switch
          label="With live campaigns"
          checked={choice.live}
          onChange={(event) => onChoice({ ...choice, live: event.currentTarget.checked })}
        />
        <Switch
          label="With an allocation next month"
          checked={choice.allocated}
          onChange={(event) => onChoice({ ...choice, allocated: event.currentTarget.checked })}
        />
      </Group>
      <PickList
        label="Clients"
        items={clients.map(({ key, name }) => ({ key, label: name }))}
        chosen={choice.clientKeys}
        noneMeans="All clients"
        onChange={(clientKeys) => onChoice({ ...choice, clientKeys })}
      />
    </>
  );
};

const Rows = ({
  rows,
  chosen,
  onChoose,
}: { rows: readonly ContactRow[] } & Pick<ChooseProps, 'chosen' | 'onChoose'>) => {
  const writable = writableKeys(rows);
  const toggle = (key: number, isOn: boolean) =>
    onChoose(isOn ? [...chosen, key] : chosen.filter((one) => one !== key));
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              label="Contact"
              checked={writable.length > 0 && chosen.length === writable.length}
              indeterminate={chosen.length > 0 && chosen.length < writable.length}
              onChange={(event) => onChoose(event.currentTarget.checked ? writable : [])}
            />
          </th>
          <th scope="col">Partner</th>
          <th scope="col">Live campaigns</th>
          <th scope="col">Valid leads</th>
          <th scope="col">Allocation next month</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row) =>
          row.contacts.map(({ emailNotificationKey: key, name, email, againFrom }) => (
            <tr key={key}>
              <td>
                <Checkbox
                  label={`${name}, ${email}`}
                  description={
                    againFrom && `Written to a moment ago; again from ${formatInstant(againFrom, localZone())}`
                  }
                  disabled={againFrom !== null}
                  checked={chosen.includes(key)}
                  onChange={(event) => toggle(key, event.currentTarget.checked)}
                />
              </td>
              <th scope="row">
                {row.partnerName}
                <span className={table.detail}>{row.partnerCode}</span>
              </th>
              <td data-label="Live campaigns">{formatCount(row.liveCampaigns)}</td>
              <td data-label="Valid leads">{formatCount(row.validLeads)}</td>
              <td data-label="Allocation next month">
                {row.nextMonthAllocation === null ? NONE : formatCount(row.nextMonthAllocation)}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
};

/** Selects partners by their role for the owner. */
export const ChooseCard = ({ choice, query, chosen, onChoice, onChoose }: ChooseProps) => (
  <SectionCard
    title="Choose contacts"
    note={`Contacts that take this kind of mail, of partners that work for the owner. Leads are those of the last ${choice.deliveredDays ?? 30} days.`}
  >
    <Conditions choice={choice} onChoice={onChoice} />
    <Loaded query={query} what="list of contacts" lines={4}>
      {(rows) => (
        <>
          <p className={`${classes.dim} ${classes.found}`} role="status">
            {foundText(rows)}
          </p>
          {rows.length === 0 ? (
            <EmptyState title="No contact matches">Each contact’s form says which emails they receive.</EmptyState>
          ) : (
            <Rows rows={rows} chosen={chosen} onChoose={onChoose} />
          )}
        </>
      )}
    </Loaded>
  </SectionCard>
);
