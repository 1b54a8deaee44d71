import { TableHead } from '../../ui/table-head.tsx';
import { Button, Stack, TextInput } from '@mantine/core';
import { LEAD_STATUSES, type PrivacyFound, type PrivacyPerson } from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatInstant } from '../../lib/text/format.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { useFindPerson, usePrivacyRequest } from './api.ts';
import { ACTIONS, foundText, isLeadOf } from './prepare-privacy.ts';
import classes from './privacy.module.css';

const Leads = ({ leads, timeZone }: { leads: PrivacyFound['leads']; timeZone: string }) => (
  <table className={table.table} aria-label="Leads of this person">
    <TableHead of={['Lead', 'Received', 'Status', 'Client', 'Campaign']} />
    <tbody>
      {leads.map((lead) => (
        <tr key={lead.leadCaptureKey}>
          <th scope="row">
            <Link to={pathTo('leadDetails', { searchType: 'lead', keyCode: lead.leadCaptureKey })}>{lead.leadId}</Link>
          </th>
          <td data-label="Received">{formatInstant(lead.createdAt, timeZone)}</td>
          <td data-label="Status">{LEAD_STATUSES[lead.status].label}</td>
          <td data-label="Client">{lead.clientName}</td>
          <td data-label="Campaign">{lead.campaignName}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface AnswerProps {
  ownerKey: number;
  timeZone: string;
  person: PrivacyPerson;
  result: PrivacyFound;
  onDone: () => void;
}

/** The search result, with the possible requests. */
const Answer = ({ ownerKey, timeZone, person, result, onDone }: AnswerProps) => {
  const [reference, setReference] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [action, setAction] = useState<keyof typeof ACTIONS | null>(null);
  const [typedId, setTypedId] = useState('');
  const close = () => {
    setAction(null);
    setTypedId('');
  };
  const { mutate, isPending } = usePrivacyRequest(ownerKey, () => {
    close();
    onDone();
  });
  const { leads, isSuppressed } = result;
  const withReference = (work: () => void) => {
    setIsMissing(reference.trim() === '');
    if (reference.trim() !== '') work();
  };
  const words = action && ACTIONS[action];
  return (
    <Stack gap="var(--mantine-spacing-md)" mt="var(--mantine-spacing-lg)">
      <p role="status">
        {foundText(leads.length)} {isSuppressed && <StatusMark tone="warn">Not to be contacted</StatusMark>}
      </p>
      {leads.length > 0 && <Leads leads={leads} timeZone={timeZone} />}
      <div className={classes.fields}>
        <TextInput
          label="Reference"
          description="Letter or ticket number"
          value={reference}
          maxLength={100}
          error={isMissing && 'Enter the letter or ticket number.'}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={leads.length === 0}
            loading={isPending && action === null}
            onClick={() => withReference(() => mutate({ kind: 'TELL', person, reference: reference.trim() }))}
          >
            Save data file
          </Button>
          <Button
            variant="default"
            disabled={isSuppressed}
            onClick={() => withReference(() => setAction('DO_NOT_CONTACT'))}
          >
            {ACTIONS.DO_NOT_CONTACT.button}
          </Button>
          <Button color="red" disabled={leads.length === 0} onClick={() => withReference(() => setAction('ERASE'))}>
            {ACTIONS.ERASE.button}
          </Button>
        </div>
      </div>
      {action && words && (
        <ConfirmDialog
          isOpen
          isGrave={action === 'ERASE'}
          title={words.title}
          text={
            <>
              {words.text(leads.length)}
              {action === 'ERASE' && (
                <TextInput
                  mt={12}
                  label="Lead ID"
                  description={`Type ${leads.length === 1 ? 'the ID of the lead' : 'the ID of one of these leads'} to confirm.`}
                  autoComplete="off"
                  value={typedId}
                  onChange={(event) => setTypedId(event.currentTarget.value)}
                />
              )}
            </>
          }
          isReady={action !== 'ERASE' || isLeadOf(leads, typedId)}
          action={words.action}
          isBusy={isPending}
          onConfirm={() => mutate({ kind: action, person, reference: reference.trim() })}
          onClose={close}
        />
      )}
    </Stack>
  );
};

const fieldErrors = (error: Error | null): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries((error.errors ?? []).map(({ field, message }) => [field, message]))
    : {};

/** Finds a person of one owner by email or phone number, in any notation. */
export const FindPerson = ({ ownerKey, timeZone }: { ownerKey: number; timeZone: string }) => {
  const [person, setPerson] = useState<PrivacyPerson>({ email: '', phone: '' });
  // Kept during the search after a request, so that typed text stays.
  const [result, setResult] = useState<PrivacyFound | null>(null);
  const find = useFindPerson(ownerKey);
  const errors = fieldErrors(find.error);
  const look = (personToFind: PrivacyPerson) =>
    find.mutate(personToFind, {
      onSuccess: (answer) => setResult(answer ?? null),
      onError: (error) => {
        if (Object.keys(fieldErrors(error)).length === 0) tellFailure(error);
      },
    });
  const change = (part: Partial<PrivacyPerson>) => {
    setPerson({ ...person, ...part });
    setResult(null);
    find.reset();
  };
  return (
    <SectionCard title="Find a person" note="By e-mail address, phone number, or both. Your input is not stored.">
      <form
        className={classes.fields}
        onSubmit={(event) => {
          event.preventDefault();
          look(person);
        }}
      >
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="off"
          value={person.email}
          error={errors['email']}
          onChange={(event) => change({ email: event.currentTarget.value.trim() })}
        />
        <TextInput
          label="Phone number"
          type="tel"
          autoComplete="off"
          value={person.phone}
          error={errors['phone']}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={find.isPending}>
            Find
          </Button>
        </div>
      </form>
      {result && (
        <Answer ownerKey={ownerKey} timeZone={timeZone} person={person} result={result} onDone={() => look(person)} />
      )}
    </SectionCard>
  );
};
