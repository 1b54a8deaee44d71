import { Button } from '@mantine/core';
import type { Campaign, PlatformChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { useFormDraft } from '../../../shared/use-form-draft.ts';
import { ConflictDialog } from '../../../ui/conflict-dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { FormBar } from '../../../ui/form-bar.tsx';
import { unlinkedQuery } from '../api.ts';
import { campaignPath, listPath } from '../campaign-path.ts';
import { LinksPart } from './links-part.tsx';
import { type Account, PlatformFieldsPart } from './platform-fields.tsx';
import classes from './platform-form.module.css';
import { usePlatformForm } from './use-platform-form.ts';

interface PlatformFormProps {
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign | null;
}

/** Accounts are known by what runs on them, and the campaign's own by the campaign. */
const accountsOf = (unlinked: readonly Account[], campaign: Campaign | null): Account[] => {
  const own: Account[] =
    campaign?.semClientAccountKey == null
      ? []
      : [
          {
            semClientAccountKey: campaign.semClientAccountKey,
            accountName: campaign.accountName ?? campaign.vendor,
            platformName: campaign.vendor,
          },
        ];
  return [...new Map([...unlinked, ...own].map((one) => [one.semClientAccountKey, one])).values()];
};

export const PlatformForm = ({ ownerKey, channel, campaign }: PlatformFormProps) => {
  const navigate = useNavigate();
  const { data: options } = useQuery(filterOptionsQuery(ownerKey));
  const { data: unlinked, error } = useQuery(unlinkedQuery(ownerKey, channel));
  const accounts = accountsOf(unlinked ?? [], campaign);
  const names: Parameters<typeof usePlatformForm>[0]['names'] = (field, key) => {
    if (field === 'semClientAccountKey') {
      return accounts.find(({ semClientAccountKey }) => semClientAccountKey === key)?.accountName ?? String(key);
    }
    const list = field === 'clientGoalKey' ? options?.lineItems : options?.customChannels;
    return list?.find((one) => one.key === key)?.name ?? String(key);
  };
  const { form, failure, send, follow, conflicts, settle, ask } = usePlatformForm({
    ownerKey,
    channel,
    campaign,
    names,
    onSaved: (campaignKey) => {
      draft.forget();
      if (campaign === null)
        void navigate({ to: campaignPath('ag', channel, campaignKey), replace: true, ignoreBlocker: true });
    },
  });
  // What was typed over an older campaign is not brought back over a newer one.
  const draft = useFormDraft(
    campaign ? `campaign.${campaign.campaignKey}.${campaign.rowVersion}` : `campaign.new.${channel}.${ownerKey}`,
    form,
  );
  useEffect(() => {
    if (campaign) follow(campaign);
  });
  const [accountKey, chosen, goalKey] = useWatch({
    control: form.control,
    name: ['semClientAccountKey', 'platformCampaignKeys', 'clientGoalKey'],
  });
  const goal = options?.lineItems.find(({ key }) => key === goalKey);
  const clientKey = goal?.clientKey ?? campaign?.clientKey ?? options?.clients[0]?.key;
  const { isDirty, isSubmitting } = form.formState;
  const canActivate = campaign === null || campaign.subStatus === 'DRAFT';
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      {draft.offeredAt !== null && (
        <DraftOffer savedAt={draft.offeredAt} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      <fieldset className={classes.parts} disabled={isSubmitting}>
        <PlatformFieldsPart
          {...{ form, ownerKey, channel, campaign, accounts }}
          codePlace={
            clientKey === undefined ? null : { campaignKey: campaign?.campaignKey ?? 0, vendorKey: 0, clientKey }
          }
        />
        <LinksPart
          {...{ ownerKey, channel, campaign, accountKey, chosen }}
          unlinked={unlinked ?? null}
          onChoose={(keys) => form.setValue('platformCampaignKeys', keys, { shouldDirty: true })}
        />
      </fieldset>
      <FormBar failure={failure ?? (error && { message: error.message, requestId: null })}>
        <Button variant="default" onClick={() => void navigate({ to: listPath('ag', channel) })}>
          {isDirty ? 'Cancel' : 'Back to the list'}
        </Button>
        <Button type="submit" variant={canActivate ? 'default' : 'filled'} loading={isSubmitting}>
          {canActivate ? 'Save as a draft' : 'Save'}
        </Button>
        {canActivate && (
          <Button disabled={isSubmitting} onClick={() => send(true)}>
            Save and activate
          </Button>
        )}
      </FormBar>
      <ConflictDialog what="this campaign" conflicts={conflicts} onSettle={settle} onClose={() => ask(null)} />
      <LeaveGuard isDirty={isDirty} onLeave={draft.forget} />
    </form>
  );
};
