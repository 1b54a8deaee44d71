import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { stuckLeadClaim, stuckLeadDelivered, type StuckLeadRow, stuckLeadScrub } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useStuckChange } from './api.ts';
import { changedText, leadsText, SCRUB_REASONS } from './prepare-stuck.ts';

export type StuckDialogKind = 'delivered' | 'scrub' | 'claim';

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
};

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
    finish(changedText(answer, 'reported. The agency will confirm it')),
  );
  const leadKeys = rows.map(({ leadCaptureKey }) => leadCaptureKey);
  const textOf = (name: string): string => (texts[name] ?? '').trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    const [reference, note] = [textOf('reference'), textOf('note')];
    if (kind === 'scrub') return scrub.mutate({ leadKeys, reasonCode: textOf('reasonCode') as never, note });
    if (kind === 'claim')
      return reference === ''
        ? setErrors({ reference: 'Enter the reference you have it under.' })
        : claim.mutate({ leadKeys, reference });
    return reference === '' && note === ''
      ? setErrors({ reference: 'Enter the client’s reference or a note.' })
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
  const isBusy = delivered.isPending || scrub.isPending || claim.isPending;
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{`${TITLES[kind]}: ${rows.length === 1 ? rows[0]!.leadId : leadsText(rows.length)}`}</strong>}
      centered
      size={480}
    >
      <FormStack gap={10} onSubmit={submit} noValidate>
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
            {TITLES[kind]}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
