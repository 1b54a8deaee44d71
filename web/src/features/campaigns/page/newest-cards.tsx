import { Anchor } from '@mantine/core';
import {
  type CallResponse,
  LEAD_STATUSES,
  leadReasonText,
  leadSearch,
  RETURN_REASONS,
  RETURN_STATES,
  returnSearch,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callQuery } from '../../../lib/api/op-query.ts';
import { hrefOf, PATHS } from '../../../lib/address/paths.ts';
import { formatDay, formatInstant } from '../../../lib/text/format.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { leadPath } from '../../../shared/lead-path.ts';
import { leadTone } from '../../../shared/lead-tone.ts';
import { STATE_TONES } from '../../../shared/returns/prepare-returns.ts';
import classes from '../../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { QueryState } from '../../../ui/states/query-state.tsx';
import { TableHead } from '../../../ui/table-head.tsx';

interface NewestProps {
  campaignKey: number;
  ownerKey: number;
  timeZone: string;
}

/** As many as one takes in at a glance; the list has all. */
const ROWS = 5;
type Page = CallResponse<typeof leadSearch> | CallResponse<typeof returnSearch>;

const countText = ({ total, isMore }: Page): string | undefined =>
  total === null ? undefined : isMore ? `More than ${total.toLocaleString('en-US')}` : total.toLocaleString('en-US');

const All = ({ to, campaignKey, children }: { to: string; campaignKey: number; children: ReactNode }) => (
  <Anchor size="sm" href={hrefOf(`${to}?campaign=${campaignKey}`)}>
    {children}
  </Anchor>
);

/** Media partners ask over all owners that they work for. */
const bodyOf = ({ campaignKey, ownerKey }: NewestProps) => ({
  ...(groupOfSession() !== 'mp' && { ownerKey }),
  campaign: [campaignKey],
  limit: ROWS,
});

export const LeadsCard = (props: NewestProps) => {
  const query = useQuery({ ...callQuery(leadSearch, { body: bodyOf(props) }), staleTime: 0 });
  return (
    <SectionCard
      title="Leads"
      note={query.data && countText(query.data)}
      action={
        <All to={groupOfSession() === 'mp' ? PATHS.mpLeads : PATHS.leads} campaignKey={props.campaignKey}>
          All leads
        </All>
      }
    >
      <QueryState
        query={query}
        label="Loading the leads"
        isEmpty={({ rows }) => rows.length === 0}
        empty="No leads yet"
      >
        {({ rows }) => (
          <table className={classes.table}>
            <TableHead of={['Lead', 'Received', 'Status']} />
            <tbody>
              {rows.map(({ leadCaptureKey, leadId, createdAt, status, statusReasons }) => (
                <tr key={leadCaptureKey}>
                  <th scope="row">
                    <Link to={leadPath(leadCaptureKey)}>{leadId}</Link>
                  </th>
                  <td data-label="Received">{formatInstant(createdAt, props.timeZone)}</td>
                  <td data-label="Status">
                    <StatusMark tone={leadTone(status)}>{LEAD_STATUSES[status].label}</StatusMark>
                    <span className={classes.detail}>{statusReasons.map(leadReasonText).join(', ')}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
    </SectionCard>
  );
};

export const ReturnsCard = (props: NewestProps) => {
  const query = useQuery({ ...callQuery(returnSearch, { body: bodyOf(props) }), staleTime: 0 });
  return (
    <SectionCard
      title="Returns"
      note={query.data && countText(query.data)}
      action={
        <All to={groupOfSession() === 'mp' ? PATHS.mpReturns : PATHS.returns} campaignKey={props.campaignKey}>
          All returns
        </All>
      }
    >
      <QueryState
        query={query}
        label="Loading the returns"
        isEmpty={({ rows }) => rows.length === 0}
        empty="No returns requested"
      >
        {({ rows }) => (
          <table className={classes.table}>
            <TableHead of={['Lead', 'Requested', 'State']} />
            <tbody>
              {rows.map(({ returnKey, leadCaptureKey, leadId, requestedAt, state, reason }) => (
                <tr key={returnKey}>
                  <th scope="row">
                    <Link to={leadPath(leadCaptureKey)}>{leadId}</Link>
                  </th>
                  <td data-label="Requested">{formatDay(requestedAt.slice(0, 10))}</td>
                  <td data-label="State">
                    <StatusMark tone={STATE_TONES[state]}>{RETURN_STATES[state]}</StatusMark>
                    <span className={classes.detail}>{RETURN_REASONS[reason]}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
    </SectionCard>
  );
};
