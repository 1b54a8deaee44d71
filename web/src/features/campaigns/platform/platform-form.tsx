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
import { FormFailure } from '../../../ui/form-failure.tsx';
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
  isClient: boolean;
  /** Why nothing can be changed; null where it can. */
  lock: string | null;
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

export const PlatformForm = ({ ownerKey, channel, campaign, isClient, lock }: PlatformFormProps) => {
  const navigate = useNavigate();
  const isLocked = lock !== null;
  const { data: options } = useQuery(filterOptionsQuery(ownerKey));
  const { data: unlinked, error } = useQuery({ ...unlinkedQuery(ownerKey, channel), enabled: !isLocked });
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
  const draft = useFormDraft(`campaign.${campaign?.campaignKey ?? `new.${channel}.${ownerKey}`}`, form);
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
      {draft.offeredAt !== null && !isLocked && (
        <DraftOffer savedAt={draft.offeredAt} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      {isLocked && <p className={classes.lock}>{lock}</p>}
      <fieldset className={classes.parts} disabled={isSubmitting || isLocked}>
        <PlatformFieldsPart
          {...{ form, ownerKey, channel, campaign, accounts, isLocked }}
          codePlace={
            clientKey === undefined || isLocked
              ? null
              : { campaignKey: campaign?.campaignKey ?? 0, vendorKey: 0, clientKey }
          }
          hasNotes={!isClient}
        />
        <LinksPart
          {...{ ownerKey, channel, campaign, accountKey, chosen, isLocked }}
          unlinked={unlinked ?? null}
          onChoose={(keys) => form.setValue('platformCampaignKeys', keys, { shouldDirty: true })}
        />
      </fieldset>
      {!isLocked && (
        <div className={classes.bar}>
          <div className={classes.failure}>
            <FormFailure failure={failure ?? (error && { message: error.message, requestId: null })} />
          </div>
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
        </div>
      )}
      <ConflictDialog what="campaign" conflicts={conflicts} onSettle={settle} onClose={() => ask(null)} />
      <LeaveGuard isDirty={isDirty && !isLocked} onLeave={draft.forget} />
    </form>
  );
};
