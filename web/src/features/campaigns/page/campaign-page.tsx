import { Button, Group } from '@mantine/core';
import { type Campaign, campaignFigures } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { callQuery } from '../../../lib/api/op-query.ts';
import { keyParam } from '../../../lib/address/search-params.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { BreakdownTable } from '../../../shared/breakdown/breakdown-table.tsx';
import { campaignPath, listPath } from '../../../shared/campaign-path.ts';
import { RecordHistory } from '../../../shared/history/record-history.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { PageHead } from '../../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { QueryState } from '../../../ui/states/query-state.tsx';
import { StatePanel } from '../../../ui/states/state-panel.tsx';
import { campaignQuery } from '../api.ts';
import { CampaignActions } from '../status/campaign-actions.tsx';
import { StatusFacts, StatusLog } from '../status/status-facts.tsx';
import { AllocationChanges } from './changes-cards.tsx';
import { MonthsCard } from './months-card.tsx';
import { LeadsCard, ReturnsCard } from './newest-cards.tsx';
import { PaceCard } from './pace-card.tsx';
import { PricesCard } from './prices-card.tsx';

const Head = ({ campaign }: { campaign: Campaign }) => {
  const navigate = useNavigate();
  const group = groupOfSession() ?? 'cl';
  const mayEdit = useMay('campaigns:Update') && group === 'ag' && campaign.deletedAt === null;
  const { campaignKey, channel, campaignCode, clientName, vendor, goalName } = campaign;
  return (
    <PageHead
      title={campaign.name}
      trail={[{ label: 'Campaigns', href: hrefOf(listPath(group, channel)) }]}
      description={[campaignCode, clientName, vendor, goalName].filter(Boolean).join(' · ')}
      action={
        <Group gap={8}>
          <CampaignActions
            campaign={campaign}
            onDone={(action, key) => {
              if (action === 'clone') void navigate({ to: campaignPath(group, channel, key) });
              if (action === 'delete') void navigate({ to: listPath(group, channel) });
            }}
          />
          <Button component="a" href={hrefOf(campaignPath(group, channel, campaignKey))}>
            {mayEdit ? 'Edit' : 'Settings'}
          </Button>
        </Group>
      }
    />
  );
};

const Page = ({ campaign }: { campaign: Campaign }) => {
  const { campaignKey, ownerKey, timeZone, channel } = campaign;
  const group = groupOfSession() ?? 'cl';
  const labels = useLabels()(ownerKey);
  const hasFigures = useMay('allocations:View') && campaign.deletedAt === null;
  const mayReadLeads = useMay('leadanalyzer:View');
  const figures = useQuery({
    ...callQuery(campaignFigures, { params: { campaignKey } }),
    enabled: hasFigures,
  });
  const reader = { group, labels };
  const place = { campaignKey, ownerKey, timeZone };
  return (
    <Columns of={1} gap={16}>
      <Head campaign={campaign} />
      <Columns min={300} gap={16} align="stretch">
        <SectionCard title="Status">
          <StatusFacts campaign={campaign} timeZone={timeZone} />
        </SectionCard>
        <PricesCard campaign={campaign} />
      </Columns>
      {hasFigures && (
        <QueryState query={figures} label="Loading the figures" isEmpty={() => false} empty="">
          {(data) => (
            <>
              <PaceCard campaign={campaign} figures={data} {...reader} />
              <MonthsCard figures={data} {...reader} />
            </>
          )}
        </QueryState>
      )}
      {mayReadLeads && (
        <Columns min={360} gap={16} align="start">
          <LeadsCard {...place} />
          <ReturnsCard {...place} />
        </Columns>
      )}
      <Columns min={360} gap={16} align="start">
        {hasFigures && channel === 'ppl' && (
          <SectionCard title="Sources" note="This month’s inquiries by the media partner’s source.">
            <BreakdownTable campaignKey={campaignKey} month="current" dimension="publisherSource" />
          </SectionCard>
        )}
        <SectionCard title="Status history">
          <StatusLog campaign={campaign} timeZone={timeZone} />
        </SectionCard>
      </Columns>
      {group === 'ag' && <RecordHistory entity="campaign" recordKey={campaignKey} timeZone={timeZone} />}
      {group !== 'ag' && hasFigures && (
        <AllocationChanges
          campaignKey={campaignKey}
          timeZone={timeZone}
          row={figures.data?.sheet[0] ?? {}}
          {...reader}
        />
      )}
    </Columns>
  );
};

const Existing = ({ campaignKey }: { campaignKey: number }) => (
  <Loaded query={useQuery(campaignQuery(campaignKey))} what="campaign">
    {(campaign) => <Page campaign={campaign} />}
  </Loaded>
);

/** All about one campaign: status, prices, pace, months, leads, returns, sources and changes. Its editor is one button away. */
export const CampaignPage = () => {
  const { campaignKey: keyText } = useParams({ strict: false });
  const campaignKey = keyParam(keyText);
  if (campaignKey === undefined)
    return (
      <StatePanel level={1} title="Campaign not found">
        Check the link, or open it from the list.
      </StatePanel>
    );
  return <Existing key={campaignKey} campaignKey={campaignKey} />;
};
