import { Group, Stack } from '@mantine/core';
import {
  type CallResponse,
  canEditLead,
  LEAD_STATUSES,
  leadDetails,
  leadReasonText,
  milestoneGaps,
  milestoneText,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatDay, formatDollars, formatInstant } from '../../lib/text/format.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { CopyCurl } from '../../shared/lead-curl/copy-curl.tsx';
import { LeadEdit } from '../../shared/lead-edit/lead-edit.tsx';
import { WithHistory } from '../../shared/history/record-history.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { type Fact, Facts } from '../../ui/lists/facts.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import classes from './lead-detail.module.css';
import { LeadEvidence } from './lead-evidence.tsx';
import { LeadMilestone } from './lead-milestone.tsx';
import { LeadMilestoneReason } from './lead-milestone-reason.tsx';
import { LeadMoves } from './lead-moves.tsx';
import { LeadNeighbours } from './lead-neighbours.tsx';
import { LeadNote } from './lead-note.tsx';
import { leadPath } from '../../shared/lead-path.ts';
import { LeadPerson } from './lead-person.tsx';
import { LeadReturn } from './lead-return.tsx';
import { LeadTimeline } from './lead-timeline.tsx';
import { LeadWaiting } from './lead-waiting.tsx';
import { type ShownLead, verdictOf } from './prepare-detail.ts';
import { leadTone } from '../../shared/lead-tone.ts';

const trailOf = () => [{ label: 'Leads', href: hrefOf(pathTo(groupOfSession() === 'mp' ? 'mpLeads' : 'leads')) }];

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');
/** On a platform campaign, clicks or views are paid for, not leads. */
const price = (value: number | null | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (value === null) return 'Nothing due';
  return value === 0 ? 'Not paid per lead' : formatDollars(value);
};

const Consent = ({
  consent,
  timeZone,
}: Pick<ShownLead, 'timeZone'> & { consent: NonNullable<ShownLead['consent']> }) => (
  <SectionCard title="Consent">
    <Facts
      facts={[
        ['Given', formatInstant(consent.givenAt, timeZone)],
        ['Page', consent.page],
        ['Text', consent.text],
        ['Approved text', consent.disclosure],
        ['Certificate', consent.certificate],
        ['Calls', yesNo(consent.dialerOptIn)],
        ['Text messages', yesNo(consent.textOptIn)],
      ]}
    />
  </SectionCard>
);

/** The lead's click, linked while it is kept. */
const ClickId = ({ clickId, clickKey }: Pick<ShownLead, 'clickId' | 'clickKey'>) =>
  clickKey === null || clickKey === undefined ? (
    clickId
  ) : (
    <Link
      to={pathTo(groupOfSession() === 'mp' ? 'mpClickDetails' : 'clickDetails', {
        searchType: 'click',
        keyCode: clickKey,
      })}
    >
      {clickId}
    </Link>
  );

const Lead = ({ lead, now }: { lead: ShownLead; now: string }) => {
  const { timeZone, duplicateOf, ownerKey, leadCaptureKey } = lead;
  const mayUpdate = useMay('leadanalyzer:Update') && groupOfSession() === 'ag';
  const labels = useLabels()(ownerKey);
  const gaps = milestoneGaps(lead.milestones.map(({ code }) => code));
  return (
    <>
      <PageHead title={lead.leadId} trail={trailOf()} action={<LeadNeighbours leadKey={leadCaptureKey} />} />
      <Group gap={8} mb={12}>
        <Group gap={8} flex="1 1 320px" wrap="nowrap" align="baseline" role="status">
          <StatusMark tone={leadTone(lead.status)}>{LEAD_STATUSES[lead.status].label}</StatusMark>
          <span>{verdictOf(lead)}</span>
        </Group>
        {mayUpdate && canEditLead(lead.status) && (
          <LeadEdit ownerKey={ownerKey} leadKey={leadCaptureKey} leadId={lead.leadId} />
        )}
        {mayUpdate && <LeadMoves lead={lead} />}
        <LeadMilestone key={`milestone ${leadCaptureKey}`} lead={lead} />
        <LeadReturn lead={lead} />
        <LeadEvidence key={leadCaptureKey} lead={lead} />
      </Group>
      <WithHistory key={leadCaptureKey} entity="lead" recordKey={leadCaptureKey} timeZone={timeZone}>
        <Columns of="minmax(0, 5fr) minmax(0, 7fr)" gap={16} align="start">
          <Stack gap={12}>
            {lead.waiting && <LeadWaiting lead={lead} waiting={lead.waiting} mayUpdate={mayUpdate} now={now} />}
            <LeadPerson key={leadCaptureKey} lead={lead} />
            <SectionCard
              title="Inquiry"
              action={
                groupOfSession() === 'ag' &&
                lead.person && <CopyCurl ownerKey={ownerKey} leadCaptureKey={leadCaptureKey} attempt={null} />
              }
            >
              <Facts
                facts={[
                  ['Received', formatInstant(lead.createdAt, timeZone)],
                  ['School group', groupOfSession() === 'mp' ? lead.ownerName : null],
                  ['Client', lead.clientName],
                  ['Campaign', lead.campaignName],
                  ['Media partner', lead.partnerName],
                  ['Source', [lead.sourceTag, lead.subSource].filter(Boolean).join(' / ')],
                  ['Campus', lead.campusName],
                  ['Program', lead.programName],
                  ...lead.inquiry.map(({ label, value }): Fact => [label, value]),
                  ['Transaction ID', lead.transactionId],
                  ['Client reference', lead.crmReference],
                  ['Click ID', lead.clickId && <ClickId key="link" {...lead} />],
                  [
                    'Duplicate of',
                    duplicateOf && (
                      <Link key="link" to={leadPath(duplicateOf.leadCaptureKey)}>
                        {duplicateOf.leadId}
                      </Link>
                    ),
                  ],
                  ['Marks', lead.flags.map(leadReasonText).join(', ')],
                ]}
              />
            </SectionCard>
            <SectionCard title="Price and milestones">
              <Facts
                facts={[
                  ['Client price', price(lead.clientPrice)],
                  ['Media price', price(lead.mediaPrice)],
                  ['Delivered', lead.deliveredAt && formatInstant(lead.deliveredAt, timeZone)],
                  ...lead.milestones.map(({ code, on }): Fact => [milestoneText(code, labels), formatDay(on)]),
                  ['Gap', gaps.map((code) => `${milestoneText(code, labels)} not reported`).join(', ')],
                ]}
              />
            </SectionCard>
            {lead.consent && <Consent consent={lead.consent} timeZone={timeZone} />}
          </Stack>
          <div className={classes.happened}>
            <SectionCard title="What happened">
              <LeadTimeline
                lead={{ ownerKey, leadCaptureKey }}
                events={lead.events}
                timeZone={timeZone}
                labels={labels}
                renderAction={(event) => <LeadMilestoneReason event={event} lead={lead} />}
              />
              {mayUpdate && <LeadNote key={leadCaptureKey} ownerKey={ownerKey} leadCaptureKey={leadCaptureKey} />}
            </SectionCard>
          </div>
        </Columns>
      </WithHistory>
    </>
  );
};

/** How often the page of an undelivered lead is read again. */
const DUE_MS = 3_000;
const WAITING_MS = 30_000;

const detailQuery = (searchType: string, keyCode: string) => ({
  ...callQuery(leadDetails, { params: { searchType, keyCode } }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: CallResponse<typeof leadDetails> | undefined } }) => {
    const waiting = state.data?.leads[0]?.waiting;
    if (!waiting) return false;
    return waiting.nextTry === 'NOW' ? DUE_MS : WAITING_MS;
  },
});

/** A lead's page: its details and history. */
export const LeadPage = () => {
  const {
    searchType = 'lead',
    keyCode = '',
  }: {
    searchType?: string;
    keyCode?: string;
  } = useParams({ strict: false });
  const query = useQuery(detailQuery(searchType, keyCode));
  return (
    <Loaded query={query} what="lead">
      {({ leads: [lead], choices }) =>
        lead === undefined ? (
          <>
            <PageHead title={`Leads with the ID ${keyCode}`} trail={trailOf()} />
            <ul>
              {choices.map((choice) => (
                <li key={choice.leadCaptureKey}>
                  <Link to={leadPath(choice.leadCaptureKey)}>{choice.leadId}</Link>,{' '}
                  {LEAD_STATUSES[choice.status].label}, {choice.campaignName}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Lead lead={lead} now={new Date(query.dataUpdatedAt).toISOString()} />
        )
      }
    </Loaded>
  );
};
