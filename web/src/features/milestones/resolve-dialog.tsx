import { Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { UNMATCHED_STATES, unmatchedResolve } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatInstant } from '../../lib/text/format.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { leadsQuery, useUnmatchedChange } from './api.ts';
import { leadText, namedText, rowTitle, type ShownRow, whyText } from './prepare-unmatched.ts';
import { UnmatchedActions } from './unmatched-actions.tsx';

interface ResolveProps {
  ownerKey: number;
  row: ShownRow;
  timeZone: string;
  onClose: () => void;
}

const ANOTHER = '';

const ChooseLead = ({ ownerKey, row, timeZone, onClose }: ResolveProps) => {
  const query = useQuery(leadsQuery(ownerKey, row.unmatchedKey));
  const [chosen, setChosen] = useState(ANOTHER);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const resolve = useUnmatchedChange(unmatchedResolve, ownerKey, () => {
    toast.success('The milestone is recorded.');
    onClose();
  });
  const refused = resolve.error instanceof ApiError ? (resolve.error.errors[0]?.message ?? null) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const leadId = chosen === ANOTHER ? typed.trim() : chosen;
    if (leadId === '') setMissing('Choose a lead, or enter its ID.');
    else resolve.mutate({ unmatchedKey: row.unmatchedKey, version: row.version, leadId });
  };
  return (
    <FormStack gap={12} onSubmit={submit} noValidate>
      <Loaded query={query} what="leads">
        {(leads) =>
          leads.length === 0 ? (
            <Note>No lead matches this row.</Note>
          ) : (
            <Radio.Group label="Leads that fit" value={chosen} onChange={setChosen}>
              <PlainList gap={10}>
                {leads.map((lead) => (
                  <li key={lead.leadCaptureKey}>
                    <Radio
                      value={lead.leadId}
                      label={lead.leadId}
                      description={lead.problem ?? leadText(lead, timeZone)}
                      disabled={lead.problem !== null}
                    />
                  </li>
                ))}
                <li>
                  <Radio value={ANOTHER} label="Another lead" />
                </li>
              </PlainList>
            </Radio.Group>
          )
        }
      </Loaded>
      {chosen === ANOTHER && (
        <TextInput
          label="Lead ID"
          value={typed}
          error={missing ?? refused}
          onChange={({ currentTarget }) => {
            setMissing(null);
            resolve.reset();
            setTyped(currentTarget.value);
          }}
        />
      )}
      <ButtonRow>
        <UnmatchedActions ownerKey={ownerKey} rows={[row]} onDone={onClose} />
        <Button type="submit" size="xs" loading={resolve.isPending}>
          Record on this lead
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

/** Result of a closed row. */
const Closed = ({ row, timeZone }: Pick<ResolveProps, 'row' | 'timeZone'>) => (
  <Text size="sm">
    {[UNMATCHED_STATES[row.state], formatInstant(row.closedAt, timeZone), row.closedBy, row.closeReason]
      .filter(Boolean)
      .join(' · ')}
    {row.leadCaptureKey !== null && (
      <>
        {' · '}
        <Link to={pathTo('leadDetails', { searchType: 'lead', keyCode: row.leadCaptureKey })}>Open the lead</Link>
      </>
    )}
  </Text>
);

/** A row without a lead: its data, matching leads and actions. */
export const ResolveDialog = ({ ownerKey, row, timeZone, onClose }: ResolveProps) => {
  const labels = useLabels()(ownerKey);
  return (
    <Modal opened onClose={onClose} title={<strong>{rowTitle(row, labels)}</strong>} centered size={560}>
      <Stack gap={12}>
        <Text size="sm">
          {whyText(row)}. The row names: {namedText(row)}.
        </Text>
        {row.state === 'OPEN' ? (
          <ChooseLead ownerKey={ownerKey} row={row} timeZone={timeZone} onClose={onClose} />
        ) : (
          <Closed row={row} timeZone={timeZone} />
        )}
      </Stack>
    </Modal>
  );
};
