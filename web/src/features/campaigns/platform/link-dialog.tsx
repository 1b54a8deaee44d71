import { Button, Modal, Radio } from '@mantine/core';
import type { ChannelCampaignSaved, PlatformChannel, UnlinkedCampaign } from '@paceline/contract';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { campaignsIn } from '../campaigns-in.ts';
import classes from '../status/action-dialog.module.css';
import { useRefusal } from '../status/use-refusal.ts';
import { CampaignSelect } from './campaign-select.tsx';
import { NEW_CAMPAIGNS, type NewCampaigns, NewCampaignsFields, readNewCampaigns } from './new-campaigns-fields.tsx';
import { type LinkChoice, planLinks, refusalsOf } from './prepare-links.ts';
import { useSaveChannelCampaigns, useUnlink } from './use-save-links.ts';
import { useUndoLinks } from './use-undo-links.ts';

interface LinkDialogProps {
  isOpen: boolean;
  ownerKey: number;
  channel: PlatformChannel;
  rows: readonly UnlinkedCampaign[];
  onLinked: () => void;
  onClose: () => void;
}

type Target = LinkChoice['to'];
const FIELDS = ['campaign'] as const;

const Body = ({ ownerKey, channel, rows, onLinked, onClose }: LinkDialogProps) => {
  const suggested = rows.filter(({ suggestedCampaign }) => suggestedCampaign !== null).length;
  const accounts = new Set(rows.map(({ semClientAccountKey }) => semClientAccountKey)).size;
  const [to, setTo] = useState<Target>(suggested > 0 ? 'suggested' : 'new');
  const [campaignKey, setCampaignKey] = useState<number | null>(null);
  const [fresh, setFresh] = useState<NewCampaigns>(NEW_CAMPAIGNS);
  const [refused, setRefused] = useState<ReturnType<typeof refusalsOf>>([]);
  const { failure, problems, isBusy, show, run } = useRefusal(FIELDS);
  const save = useSaveChannelCampaigns({ ownerKey, channel });
  const unlink = useUnlink({ ownerKey, channel });
  const undoNew = useUndoLinks({ ownerKey, channel });
  const mayDelete = useMay('campaigns:Delete');
  const isOne = to === 'one';
  const choice: LinkChoice | null = isOne
    ? campaignKey === null
      ? null
      : { to, campaignKey }
    : to === 'suggested'
      ? { to }
      : readNewCampaigns(fresh);
  const plan = choice && planLinks(rows, choice);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setRefused([]);
    if (plan === null) {
      show(isOne ? { campaign: 'Choose the campaign.' } : {});
      return;
    }
    let campaigns: ChannelCampaignSaved['campaigns'] = [];
    const isDone = await run(async () => {
      try {
        campaigns = (await save(plan.forms))?.campaigns ?? [];
      } catch (error) {
        if (error instanceof ApiError) setRefused(refusalsOf(error.errors, plan.names));
        throw error;
      }
    });
    if (!isDone) return;
    const linked = rows.filter((row) => !plan.left.includes(row)).map((row) => row.platformCampaignKey);
    // Undo also deletes campaigns created for the links: it then needs the right to delete.
    const undo = () => (to === 'new' ? undoNew.mutate({ linked, campaigns }) : unlink.mutate(linked));
    toast.success(
      `${campaignsIn(plan.links)} linked.`,
      to !== 'new' || mayDelete ? { label: 'Undo', onAct: undo } : undefined,
    );
    onLinked();
    onClose();
  };
  return (
    <FormStack noValidate onSubmit={(event) => void submit(event)}>
      <Radio.Group label={`${campaignsIn(rows.length)} of the platform`} value={to} onChange={(next) => setTo(next)}>
        <Radio
          mt={8}
          value="suggested"
          label="To the campaigns suggested by name"
          description={`${formatCount(suggested)} of ${formatCount(rows.length)} have a suggestion`}
          disabled={suggested === 0}
        />
        <Radio
          mt={8}
          value="one"
          label="All to one campaign"
          description={accounts > 1 ? 'Not possible: they are in several accounts' : undefined}
          disabled={accounts > 1}
        />
        <Radio mt={8} value="new" label="A new campaign for each" />
      </Radio.Group>
      {isOne && (
        <CampaignSelect
          ownerKey={ownerKey}
          channel={channel}
          value={campaignKey}
          error={problems.campaign}
          onChange={setCampaignKey}
        />
      )}
      {to === 'new' && <NewCampaignsFields ownerKey={ownerKey} channel={channel} values={fresh} onChange={setFresh} />}
      {plan && plan.left.length > 0 && (
        <p className={classes.hint} role="status">
          {campaignsIn(plan.left.length)} {plan.left.length === 1 ? 'has' : 'have'} no suggestion and will stay
          unlinked.
        </p>
      )}
      <FormFailure failure={failure} />
      {refused.length > 0 && (
        <ul className={classes.refused}>
          {refused.slice(0, 20).map(({ name, message }) => (
            <li key={`${name} ${message}`}>
              {name && <strong>{name}: </strong>}
              {message}
            </li>
          ))}
        </ul>
      )}
      <ButtonRow mt={4}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} disabled={plan?.links === 0}>
          Link {formatCount(plan?.links ?? rows.length)}
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

/** Links the selected platform campaigns to campaigns here: all in one save, or none. */
export const LinkDialog = (props: LinkDialogProps) => (
  <Modal opened={props.isOpen} onClose={props.onClose} title={<strong>Link campaigns</strong>} centered size={520}>
    {props.isOpen && <Body {...props} />}
  </Modal>
);
