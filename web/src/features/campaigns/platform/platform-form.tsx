import { Button } from '@mantine/core';
import type { Campaign, PlatformChannel } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { nameFinder, optionFinder } from '../../../lib/text/name-finder.ts';
import { filterOptionsQuery } from '../../../shared/filter-bar/use-filters.ts';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { readCampaign, unlinkedQuery } from '../api.ts';
import { campaignPath, listPath } from '../../../shared/campaign-path.ts';
import { LinksPart } from './links-part.tsx';
import { type Account, PlatformFieldsPart } from './platform-fields.tsx';
import {
  newValues,
  pathOfServerField,
  platformRule,
  formProblems,
  type PlatformValues,
  toForm,
  valuesOf,
} from './prepare-platform-form.ts';
import { useSaveChannelCampaigns } from './use-save-links.ts';

interface PlatformFormProps {
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign | null;
}

/** Accounts are known from their platform campaigns; the campaign's own account from the campaign. */
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

const versionOf = ({ rowVersion }: Campaign): number => rowVersion;
const savedBy = ({ updatedBy, updatedAt }: Campaign) => ({ by: updatedBy ?? 'Paceline', at: updatedAt });

export const PlatformForm = ({ ownerKey, channel, campaign }: PlatformFormProps) => {
  const navigate = useNavigate();
  const { data: options } = useQuery(filterOptionsQuery(ownerKey));
  const { data: unlinked, error } = useQuery(unlinkedQuery(ownerKey, channel));
  const accounts = accountsOf(unlinked ?? [], campaign);
  const saveCampaigns = useSaveChannelCampaigns({ ownerKey, channel });
  const state = useRecordForm<PlatformValues, Campaign, 'activate'>({
    stored: campaign,
    newValues,
    valuesOf,
    versionOf,
    problems: formProblems,
    rule: (fresh) =>
      platformRule(fresh, {
        lineItem: optionFinder(options?.lineItems),
        customChannel: optionFinder(options?.customChannels),
        account: nameFinder(
          accounts,
          ({ semClientAccountKey }) => semClientAccountKey,
          ({ accountName }) => accountName,
        ),
      }),
    savedBy,
    pathOf: pathOfServerField,
    drafts: useTabDrafts(`campaign.${campaign?.campaignKey ?? `new.${channel}.${ownerKey}`}`),
    load: ({ campaignKey }) => readCampaign(campaignKey),
    save: async (values, stored, intent) => {
      const saved = await saveCampaigns([toForm(values, stored, intent === 'activate')]);
      const [one] = saved?.campaigns ?? [];
      return one && readCampaign(one.campaignKey);
    },
    onSaved: async ({ name, campaignKey }, isNew) => {
      const to = campaignPath('ag', channel, campaignKey);
      if (isNew) await navigate({ to, replace: true, ignoreBlocker: true });
      toast.success(`${name} is saved.`);
    },
  });
  const { form, isDirty, isSaving } = state;
  const [accountKey, chosen, goalKey] = useWatch({
    control: form.control,
    name: ['semClientAccountKey', 'platformCampaignKeys', 'clientGoalKey'],
  });
  const goal = options?.lineItems.find(({ key }) => key === goalKey);
  const clientKey = goal?.clientKey ?? campaign?.clientKey ?? options?.clients[0]?.key;
  const canActivate = campaign === null || campaign.subStatus === 'DRAFT';
  return (
    <RecordForm
      state={state}
      what="this campaign"
      failure={error && { message: error.message, requestId: null }}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: listPath('ag', channel) })}>
            {isDirty ? 'Cancel' : 'Back to the list'}
          </Button>
          <Button type="submit" variant={canActivate ? 'default' : 'filled'} loading={isSaving}>
            {canActivate ? 'Save as a draft' : 'Save'}
          </Button>
          {canActivate && (
            <Button disabled={isSaving} onClick={() => state.submit('activate')}>
              Save and activate
            </Button>
          )}
        </>
      }
    >
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
    </RecordForm>
  );
};
