import { Button, Modal, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import type { ActedCampaign } from './prepare-actions.ts';
import { useRefusal } from './use-refusal.ts';

interface DeleteDialogProps {
  isOpen: boolean;
  campaign: ActedCampaign;
  onSend: () => Promise<void>;
  onClose: () => void;
}

const FIELDS = ['confirm'] as const;

const Body = ({ campaign, onSend, onClose }: DeleteDialogProps) => {
  const [typed, setTyped] = useState('');
  const { failure, problems, isBusy, show, run } = useRefusal(FIELDS);
  const { name, campaignCode } = campaign;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() !== campaignCode) show({ confirm: `Type ${campaignCode} to delete it.` });
    else if (await run(onSend)) onClose();
  };
  return (
    <FormStack noValidate onSubmit={(event) => void submit(event)}>
      <Text size="sm" lh={1.55}>
        <strong>{name}</strong> stops taking inquiries and is removed from all lists. Its results stay in reports. It
        can be restored for 30 days. Its code can be reused after 90 days.
      </Text>
      <TextInput
        label={`Type the code ${campaignCode}`}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problems.confirm}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormFailure failure={failure} />
      <ButtonRow mt={4}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red" loading={isBusy}>
          Delete
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

export const DeleteDialog = (props: DeleteDialogProps) => (
  <Modal
    opened={props.isOpen}
    onClose={props.onClose}
    title={<strong>Delete the campaign?</strong>}
    centered
    size={460}
  >
    {props.isOpen && <Body {...props} />}
  </Modal>
);
