import { Button, Modal, Text, TextInput } from '@mantine/core';
import { campaignNextCode } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { campaignQuery } from '../api.ts';
import classes from './action-dialog.module.css';
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
  const next = useQuery({
    ...callQuery(campaignNextCode, { params: { key: campaign.campaignKey } }),
    staleTime: 0,
    gcTime: 0,
  });
  const proposed = next.data?.campaignCode ?? '';
  // Null: the server's proposed code is used.
  const [typed, setTyped] = useState<string | null>(null);
  const code = typed ?? proposed;
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
    else if (check.state === 'refused') return;
    else if (await run(() => onSend(code.trim(), name.trim()))) onClose();
    else {
      // Somebody else may have taken the code: the refused one stays visible, and another is proposed.
      setTyped(code);
      await next.refetch();
    }
  };
  return (
    <FormStack noValidate onSubmit={(event) => void submit(event)}>
      <Text size="sm" lh={1.55}>
        The copy is a draft with the same prices, line item, programs, audience, geo, hours and sources. Allocations,
        insertion orders, counts and status stay with <strong>{campaign.name}</strong>.
      </Text>
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
          setTyped(event.currentTarget.value);
          show({});
        }}
      />
      {codeProblem !== undefined && proposed !== '' && proposed !== code && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.proposal}
          onClick={() => {
            setTyped(proposed);
            show({});
          }}
        >
          Use {proposed}
        </Button>
      )}
      <TextInput
        label="Name"
        maxLength={150}
        value={name}
        error={problems.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
      <ButtonRow mt={4}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
          Clone campaign
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

/** Proposes a code for the copy, and checks while typing whether another is free. */
export const CloneDialog = (props: CloneDialogProps) => (
  <Modal opened={props.isOpen} onClose={props.onClose} title={<strong>Clone campaign</strong>} centered size={460}>
    {props.isOpen && <Body {...props} />}
  </Modal>
);
