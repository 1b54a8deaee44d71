import { Box, Group, Text } from '@mantine/core';
import { CLICK_STATUSES, clickDetails, LEAD_STATUSES } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatInstant } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { DEVICE_OPTIONS } from '../../shared/lead-filters.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { type Fact, Facts } from '../../ui/lists/facts.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { clickTone, placeText, type ShownClick, verdictOf } from './prepare-clicks.ts';

const isPartner = (): boolean => groupOfSession() === 'mp';
const pathOf = (searchType: 'lead' | 'click', keyCode: number): string => {
  const names =
    searchType === 'lead' ? (['mpLeadDetails', 'leadDetails'] as const) : (['mpClickDetails', 'clickDetails'] as const);
  return pathTo(names[isPartner() ? 0 : 1], { searchType, keyCode });
};

const LeadBehind = ({ lead, timeZone }: Pick<ShownClick, 'lead' | 'timeZone'>) => {
  const mayOpen = useMay('leadanalyzer:View');
  if (lead === null) return <p>No lead names this click.</p>;
  return (
    <Facts
      facts={[
        [
          'Lead',
          mayOpen ? (
            <Link key="link" to={pathOf('lead', lead.leadCaptureKey)}>
              {lead.leadId}
            </Link>
          ) : (
            lead.leadId
          ),
        ],
        ['Status', LEAD_STATUSES[lead.status].label],
        ['Received', formatInstant(lead.createdAt, timeZone)],
      ]}
    />
  );
};

const Click = ({ click }: { click: ShownClick }) => {
  const { timeZone, repeatOf, status } = click;
  const list = pathTo(isPartner() ? 'mpClicks' : 'clicks');
  return (
    <>
      <PageHead title={`Click ${click.clickId}`} trail={[{ label: 'Clicks', href: hrefOf(list) }]} />
      <Group gap={8} mb={12}>
        <StatusMark tone={clickTone(status)}>{CLICK_STATUSES[status].label}</StatusMark>
        <Text inherit flex="1 1 320px">
          {verdictOf(click)}
        </Text>
      </Group>
      <Columns min={340} gap={12} align="start">
        <SectionCard title="Click">
          <Facts
            facts={[
              ['Clicked', formatInstant(click.clickedAt, timeZone)],
              ['Status code', String(click.statusCode)],
              [
                'Repeat of',
                repeatOf && (
                  <Link key="link" to={pathOf('click', repeatOf.clickKey)}>
                    {repeatOf.clickId}
                  </Link>
                ),
              ],
              ['First of the day', click.isUnique ? 'Yes' : 'No'],
              ['School group', isPartner() ? click.ownerName : null],
              ['Client', click.clientName],
              ['Campaign', click.campaignName],
              ['Campaign code', click.campaignCode],
              ['Media partner', click.partnerName],
              ['Device', DEVICE_OPTIONS.find(({ value }) => value === click.device)?.label],
              ['Place', placeText(click)],
            ]}
          />
        </SectionCard>
        <SectionCard title="Lead behind it">
          <LeadBehind lead={click.lead} timeZone={timeZone} />
        </SectionCard>
        <Box style={{ gridColumn: '1 / -1' }}>
          <SectionCard title="Where it came from and went">
            <Facts
              facts={[
                ['Page with the link', click.referrer],
                ['Source', click.sourceTag],
                ...click.subSources.map(({ label, value }): Fact => [`Sub-source ${label}`, value]),
                ['Transaction ID', click.transactionId],
                ['Platform’s click ID', click.platformClick],
                ['Sent to', click.sentTo],
              ]}
            />
          </SectionCard>
        </Box>
      </Columns>
    </>
  );
};

/** One click: its origin, result and lead. */
export const ClickPage = () => {
  const {
    searchType = 'click',
    keyCode = '',
  }: {
    searchType?: string;
    keyCode?: string;
  } = useParams({ strict: false });
  const query = useQuery({
    ...callQuery(clickDetails, { params: { searchType, keyCode } }),
    staleTime: 0,
  });
  return (
    <Loaded query={query} what="click">
      {(click) => <Click click={click} />}
    </Loaded>
  );
};
