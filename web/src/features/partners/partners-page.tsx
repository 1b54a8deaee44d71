import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { METRICS, PARTNER_DAYS, type PartnerDays, type PartnerOverview } from '@paceline/contract';
import { optionsOf } from '../../lib/text/options-of.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDay, NONE } from '../../lib/text/format.ts';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { overviewQuery } from './api.ts';
import classes from './partners.module.css';
import { clientsText, findPartners, PARTNER_ORDERS, type PartnerOrder, percentText } from './prepare-partners.ts';

type Only = 'all' | 'active' | 'live';
const ONLY: Record<Only, string> = { all: 'All partners', active: 'Active partners', live: 'With live campaigns' };

const Rows = ({ rows }: { rows: readonly PartnerOverview[] }) => (
  <table className={table.table}>
    <thead>
      <tr>
        <th scope="col">Partner</th>
        <th scope="col">Status</th>
        <th scope="col" className={classes.number}>
          Live campaigns
        </th>
        <th scope="col" className={classes.number}>
          {METRICS.validLeads.label}
        </th>
        <th scope="col" className={classes.number}>
          {METRICS.validRate.label}
        </th>
        <th scope="col" className={classes.number}>
          {METRICS.returnRate.label}
        </th>
        <th scope="col" className={classes.number}>
          Allocation next month
        </th>
        <th scope="col" className={classes.number}>
          Contacts
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.mediaPartnerKey}>
          <th scope="row">
            <a href={hrefOf(pathTo('partnerEditor', { partnerKey: row.mediaPartnerKey }))}>{row.mediaPartnerName}</a>
            <span className={table.detail}>
              {row.mediaPartnerCode}, {clientsText(row)}
            </span>
          </th>
          <td>
            <StatusMark tone={row.activeFlag ? 'good' : 'off'}>{row.activeFlag ? 'Active' : 'Inactive'}</StatusMark>
          </td>
          <td className={classes.number} data-label="Live campaigns">
            {formatCount(row.liveCampaigns)}
          </td>
          <td className={classes.number} data-label={METRICS.validLeads.label}>
            {formatCount(row.validLeads)}
          </td>
          <td className={classes.number} data-label={METRICS.validRate.label}>
            {percentText(row.validRate)}
          </td>
          <td className={classes.number} data-label={METRICS.returnRate.label}>
            {percentText(row.returnRate)}
          </td>
          <td className={classes.number} data-label="Allocation next month">
            {row.nextMonthAllocation === null ? NONE : formatCount(row.nextMonthAllocation)}
          </td>
          <td className={classes.number} data-label="Contacts">
            {formatCount(row.contacts)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Overview = ({ ownerKey }: { ownerKey: number }) => {
  const [days, setDays] = useState<PartnerDays>(30);
  const [text, setText] = useState('');
  const [only, setOnly] = useState<Only>('all');
  const [order, setOrder] = useState<PartnerOrder>('name');
  return (
    <Loaded query={useQuery(overviewQuery(ownerKey, days))} what="list of media partners">
      {({ rows, from, to }) => {
        const partners = findPartners(rows, { text, only, order });
        return (
          <SectionCard
            title="Media partners"
            note={`Leads and quality of ${formatDay(from)} to ${formatDay(to)}, for the owner that is selected.`}
          >
            <Group gap={10} align="flex-end" mb={12}>
              <TextInput
                flex="1 1 220px"
                maw={320}
                label="Search partners"
                placeholder="Name or code"
                type="search"
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <NativeSelect
                label="Show"
                data={optionsOf(ONLY)}
                value={only}
                onChange={(event) => setOnly(event.currentTarget.value as Only)}
              />
              <NativeSelect
                label="Sort by"
                data={optionsOf(PARTNER_ORDERS)}
                value={order}
                onChange={(event) => setOrder(event.currentTarget.value as PartnerOrder)}
              />
              <NativeSelect
                label="Days"
                data={PARTNER_DAYS.map((count) => ({ value: String(count), label: `Last ${count} days` }))}
                value={String(days)}
                onChange={(event) => setDays(Number(event.currentTarget.value) as PartnerDays)}
              />
            </Group>
            {partners.length === 0 ? (
              <EmptyState title={rows.length === 0 ? 'No media partners yet' : 'No partner matches'} />
            ) : (
              <Rows rows={partners} />
            )}
          </SectionCard>
        );
      }}
    </Loaded>
  );
};

/** All media partners, with their role for the owner. */
export const PartnersPage = () => {
  const mayCreate = useMay('partners:Create');
  return (
    <>
      <HeadParts
        action={
          mayCreate && (
            <Button component="a" href={hrefOf(pathTo('partnerEditor'))}>
              New partner
            </Button>
          )
        }
      />
      <div className={classes.page}>
        <Overview ownerKey={useOwnerKey()} />
      </div>
    </>
  );
};
