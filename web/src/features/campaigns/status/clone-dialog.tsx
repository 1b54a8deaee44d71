import { Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { campaignQuery } from '../api.ts';
import classes from './deed-dialog.module.css';
import type { ActedCampaign } from './prepare-actions.ts';
import { useCodeCheck } from './use-code-check.ts';
import { useRefusal } from './use-refusal.ts';

interface CloneDialogProps {
  isOpen: boolean;
  campaign: ActedCampaign;
  onSend: (code: string, name: string) => Promise<void>;
  onClose: () => void;
}

const FIELDS = ['campaignCode', 'name'] as const;
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const Body = ({ campaign, onSend, onClose }: CloneDialogProps) => {
  const { data: whole } = useQuery(campaignQuery(campaign.campaignKey));
  const [code, setCode] = useState('');
  const [name, setName] = useState(`${campaign.name} (copy)`.slice(0, 150));
  const { failure, problems, isBusy, show, run } = useRefusal(FIELDS);
  const check = useCodeCheck(
    code,
    whole ? { campaignKey: 0, vendorKey: whole.vendorKey ?? 0, clientKey: whole.clientKey } : null,
  );
  const codeProblem = problems.campaignCode ?? (check.state === 'refused' ? check.message : undefined);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (code.trim() === '') show({ campaignCode: 'Enter a campaign code.' });
    else if (check.state !== 'refused' && (await run(() => onSend(code.trim(), name.trim())))) onClose();
  };
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <p className={classes.text}>
        The copy is a draft with the same prices, line item, programs, audience, geo, hours and sources. Allocations,
        insertion orders, counts and status stay with <strong>{campaign.name}</strong>.
      </p>
      <TextInput
        label="Campaign code"
        description={codeProblem === undefined && (check.message || 'Unique for the owner and the media partner')}
        inputWrapperOrder={HELP_BELOW}
        descriptionProps={{ role: 'status' }}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        value={code}
        error={codeProblem}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          show({});
        }}
      />
      <TextInput
        label="Name"
        maxLength={150}
        value={name}
        error={problems.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          Make the copy
        </Button>
      </div>
    </form>
  );
};

/** Asks for the code of the copy, and tells while it is typed whether it is free. */
export const CloneDialog = (props: CloneDialogProps) => (
  <Modal opened={props.isOpen} onClose={props.onClose} title={<strong>Clone the campaign</strong>} centered size={460}>
    {props.isOpen && <Body {...props} />}
  </Modal>
);
