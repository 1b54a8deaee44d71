import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  stuckLeadClaim,
  stuckLeadDelivered,
  stuckLeadEdit,
  type StuckLeadRow,
  stuckLeadScrub,
  stuckLeadValuesSchema,
} from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useStuckChange } from './api.ts';
import { changedText, leadsText, SCRUB_REASONS } from './prepare-stuck.ts';

export type StuckDialogKind = 'delivered' | 'scrub' | 'claim' | 'edit';

export interface StuckDialogProps {
  ownerKey: number;
  kind: StuckDialogKind;
  rows: readonly StuckLeadRow[];
  onClose: () => void;
  onDone: () => void;
}

const TITLES: Readonly<Record<StuckDialogKind, string>> = {
  delivered: 'Mark as delivered',
  scrub: 'Scrub',
  claim: 'We have it',
  edit: 'Edit and retry',
};

const EDITED = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['addressLine1', 'Address line 1'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'ZIP'],
] as const;

type Texts = Readonly<Record<string, string>>;

/** Confirms an action on the selected leads. */
export const StuckDialog = ({ ownerKey, kind, rows, onClose, onDone }: StuckDialogProps) => {
  const [texts, setTexts] = useState<Texts>({ reasonCode: SCRUB_REASONS[0]?.value ?? '' });
  const [errors, setErrors] = useState<Texts>({});
  const finish = (message: string) => {
    toast.success(message);
    onDone();
    onClose();
  };
  const delivered = useStuckChange(stuckLeadDelivered, ownerKey, (answer) =>
    finish(changedText(answer, 'marked as delivered')),
  );
  const scrub = useStuckChange(stuckLeadScrub, ownerKey, (answer) => finish(changedText(answer, 'scrubbed')));
  const claim = useStuckChange(stuckLeadClaim, ownerKey, (answer) =>
    finish(changedText(answer, 'reported. The agency confirms it')),
  );
  const edit = useStuckChange(stuckLeadEdit, ownerKey, () => finish('Saved. The lead will be sent again.'));
  const leadKeys = rows.map(({ leadKey }) => leadKey);
  const textOf = (name: string): string => (texts[name] ?? '').trim();

  const submitEdit = () => {
    const values = Object.fromEntries(EDITED.flatMap(([name]) => (textOf(name) === '' ? [] : [[name, textOf(name)]])));
    const read = stuckLeadValuesSchema.safeParse(values);
    if (!read.success)
      return setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])));
    if (Object.keys(values).length === 0) return setErrors({ firstName: 'Change at least one value.' });
    return edit.mutate({ leadKey: leadKeys[0]!, values: read.data });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    const [reference, note] = [textOf('reference'), textOf('note')];
    if (kind === 'edit') return submitEdit();
    if (kind === 'scrub') return scrub.mutate({ leadKeys, reasonCode: textOf('reasonCode') as never, note });
    if (kind === 'claim')
      return reference === ''
        ? setErrors({ reference: 'Give the reference that you have it under.' })
        : claim.mutate({ leadKeys, reference });
    return reference === '' && note === ''
      ? setErrors({ reference: 'Give the client’s reference or a note.' })
      : delivered.mutate({ leadKeys, reference, note });
  };
  const field = (name: string, label: string) => (
    <TextInput
      key={name}
      label={label}
      value={texts[name] ?? ''}
      error={errors[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTexts((all) => ({ ...all, [name]: value }));
      }}
    />
  );
  const isBusy = delivered.isPending || scrub.isPending || claim.isPending || edit.isPending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{`${TITLES[kind]}: ${rows.length === 1 ? rows[0]!.leadId : leadsText(rows.length)}`}</strong>}
      centered
      size={480}
    >
      <FormStack gap={10} onSubmit={submit} noValidate>
        {kind === 'edit' && (
          <>
            <Note>Fill in only what changes. Everything else stays as it is and is not shown here.</Note>
            <Columns min={180} gap={10}>
              {EDITED.map(([name, label]) => field(name, label))}
            </Columns>
          </>
        )}
        {kind === 'scrub' && (
          <NativeSelect
            label="Reason"
            data={SCRUB_REASONS}
            value={texts['reasonCode'] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((all) => ({ ...all, reasonCode: value }));
            }}
          />
        )}
        {kind === 'claim' && field('reference', 'Your reference')}
        {kind === 'delivered' && field('reference', 'Client’s reference')}
        {(kind === 'delivered' || kind === 'scrub') && (
          <Textarea
            label="Note"
            value={texts['note'] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTexts((all) => ({ ...all, note: value }));
            }}
          />
        )}
        <ButtonRow my={12} mb={0}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} color={kind === 'scrub' ? 'red' : 'brand'}>
            {kind === 'edit' ? 'Save and retry' : TITLES[kind]}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
