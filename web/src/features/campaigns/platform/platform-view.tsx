import type { Campaign } from '@paceline/contract';
import { formatDay, formatDollars, NONE } from '../../../lib/text/format.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from './platform-form.module.css';
import { PLATFORM_STATUS } from './platform-status.ts';

/** Clients do not receive the agency's notes. */
type Shown = Omit<Campaign, 'notes'> & { notes?: string };

const factsOf = (campaign: Shown): [label: string, value: string][] => [
  ['Campaign code', campaign.campaignCode],
  ['Client campaign code', campaign.clientCampaignCode || NONE],
  ['Trading platform', campaign.vendor],
  ['Account', campaign.accountName ?? NONE],
  ['Client', campaign.clientName],
  ['Line item', campaign.goalName],
  ['Campus', campaign.campusName || NONE],
  ['Custom channel', campaign.customChannelName ?? NONE],
  ['Monthly budget', formatDollars(campaign.monthlyBudget)],
  ['Start date', formatDay(campaign.startDate)],
  ['End date', campaign.endDate === null ? 'Open' : formatDay(campaign.endDate)],
  ['Rollover', campaign.campaignReoccuring ? 'Yes' : 'No'],
  ...(campaign.notes ? [['Notes', campaign.notes] satisfies [string, string]] : []),
];

/** A read-only campaign on a trading platform. */
export const PlatformView = ({ campaign, lock }: { campaign: Shown; lock: string }) => (
  <div>
    <SectionCard title="Campaign" note={lock}>
      <dl className={classes.list}>
        {factsOf(campaign).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
    <SectionCard title="Platform campaigns" note="Their spend, clicks and conversions count for this campaign.">
      {campaign.links.length === 0 ? (
        <Note>No platform campaign is linked yet.</Note>
      ) : (
        <ul className={classes.links} aria-label="Linked">
          {campaign.links.map(({ platformCampaignKey, name, externalId, status }) => (
            <li key={platformCampaignKey}>
              {name}
              <Note>
                {externalId} · {PLATFORM_STATUS[status]}
              </Note>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  </div>
);
