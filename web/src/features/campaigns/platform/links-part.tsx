import { Button, Checkbox } from '@mantine/core';
import { type Campaign, formatMetricValue, type PlatformChannel, type UnlinkedCampaign } from '@paceline/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { PickList } from '../../../ui/forms/pick-list.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { campaignsIn } from '../campaigns-in.ts';
import classes from './platform-form.module.css';
import { PLATFORM_STATUS } from './platform-status.ts';
import { useUnlink } from './use-save-links.ts';

interface LinkedListProps {
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign;
}

/** The linked platform campaigns. Unlinking removes their figures, so it asks first. */
const LinkedList = ({ ownerKey, channel, campaign }: LinkedListProps) => {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isAsking, setAsking] = useState(false);
  const { mutate: unlink, isPending } = useUnlink({ ownerKey, channel });
  const { links } = campaign;
  // Somebody else may have unlinked one meanwhile.
  const keys = links.map((link) => link.platformCampaignKey).filter((key) => chosen.includes(key));
  const toggle = (key: number) =>
    setChosen((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]));
  const close = () => setAsking(false);
  if (links.length === 0) return <Note>No platform campaign is linked yet.</Note>;
  return (
    <>
      <ul className={classes.links} aria-label="Linked">
        {links.map(({ platformCampaignKey, name, externalId, status }) => (
          <li key={platformCampaignKey}>
            <Checkbox
              size="xs"
              label={name}
              description={`${externalId} · ${PLATFORM_STATUS[status]}`}
              checked={keys.includes(platformCampaignKey)}
              onChange={() => toggle(platformCampaignKey)}
            />
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" disabled={keys.length === 0} onClick={() => setAsking(true)}>
        Unlink {keys.length > 0 && keys.length}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Unlink ${campaignsIn(keys.length)}?`}
        text={`${campaign.name} loses their spend, clicks and conversions, including past months, until they are linked again.`}
        action="Unlink"
        isGrave
        isBusy={isPending}
        onConfirm={() =>
          unlink(keys, {
            onSuccess: () => setChosen([]),
            onSettled: close,
          })
        }
        onClose={close}
      />
    </>
  );
};

interface LinksPartProps {
  ownerKey: number;
  channel: PlatformChannel;
  campaign: Campaign | null;
  accountKey: number | null;
  /** The channel's unlinked platform campaigns; null while loading. */
  unlinked: readonly UnlinkedCampaign[] | null;
  chosen: readonly number[];
  onChoose: (keys: number[]) => void;
}

const MONEY = { kind: 'dollar' } as const;

/** Those whose name suggests this campaign come first and are marked, then those that spend most. */
const itemsOf = (rows: readonly UnlinkedCampaign[], campaignKey: number | undefined) =>
  rows
    .map((row) => ({ ...row, isSuggested: campaignKey !== undefined && row.suggestedCampaign?.key === campaignKey }))
    .toSorted((a, b) => Number(b.isSuggested) - Number(a.isSuggested) || b.spendOfMonth - a.spendOfMonth)
    .map(({ platformCampaignKey, name, externalId, status, isSuggested, spendOfMonth }) => ({
      key: platformCampaignKey,
      label: name,
      note: `${isSuggested ? 'Suggested by name · ' : ''}${formatMetricValue(MONEY, spendOfMonth)} this month · ${externalId} · ${PLATFORM_STATUS[status]}`,
    }));

export const LinksPart = ({ campaign, accountKey, unlinked, chosen, onChoose, ...place }: LinksPartProps) => {
  const ofAccount = (unlinked ?? []).filter(({ semClientAccountKey }) => semClientAccountKey === accountKey);
  const items = itemsOf(ofAccount, campaign?.campaignKey);
  const suggested = ofAccount.filter(
    ({ suggestedCampaign }) => campaign !== null && suggestedCampaign?.key === campaign.campaignKey,
  );
  return (
    <SectionCard title="Platform campaigns" note="Their spend, clicks and conversions count for this campaign.">
      {campaign && <LinkedList {...place} campaign={campaign} />}
      {accountKey === null && <Note>Choose the account first.</Note>}
      {accountKey !== null && (
        <div className={classes.pick}>
          <PickList
            label="Not linked"
            items={items}
            chosen={chosen}
            noneMeans={`${items.length} in this account`}
            isLoading={unlinked === null}
            onChange={onChoose}
          />
          {suggested.length > 0 && (
            <Button
              size="xs"
              variant="light"
              onClick={() =>
                onChoose([...new Set([...chosen, ...suggested.map(({ platformCampaignKey }) => platformCampaignKey)])])
              }
            >
              Select the {suggested.length} suggested
            </Button>
          )}
          {chosen.length > 0 && <Note>They are linked when you save.</Note>}
        </div>
      )}
    </SectionCard>
  );
};
