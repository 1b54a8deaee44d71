import { TableHead } from '../../ui/table-head.tsx';
import { Box, Stack } from '@mantine/core';
import {
  IO_LINE_FIELDS,
  type IoChange,
  ioCount,
  ioDollars,
  ioInquiries,
  type IoLine,
  type IoLineField,
  ioMonth,
  type IoOrder,
  ioTermFacts,
  writeField,
} from '@paceline/contract';
import { formatInstant } from '../../lib/text/format.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import table from '../../ui/lists/plain-table.module.css';
import classes from './orders.module.css';
import { changesText } from './prepare-orders.ts';

const DETAILS = ['campus', 'programs', 'geo'] as const satisfies readonly IoLineField[];
const CAPS = ['monthlyCapacity', 'monthlySoftAllocation', 'weeklyAllocation', 'dailyAllocation'] as const;
const PRICES = ['mediaTablet', 'mediaMobile'] as const;

const Details = ({ line, fields }: { line: IoLine; fields: readonly IoLineField[] }) => (
  <span className={table.detail}>
    {fields
      .filter((field) => line[field] !== null)
      .map((field) => `${IO_LINE_FIELDS[field].label}: ${writeField(field, line) ?? ''}`)
      .join(' · ')}
  </span>
);

const Line = ({ line, isChanged }: { line: IoLine; isChanged: boolean }) => (
  <tr>
    <th scope="row">
      {line.campaignName}
      <span className={table.detail}>
        {line.campaignCode}
        {line.clientCampaignCode !== null && ` · Client code ${line.clientCampaignCode}`}
        {isChanged && ' · Changed'}
      </span>
      <Details line={line} fields={DETAILS} />
    </th>
    <td data-label="Price">
      {ioDollars(line.mediaDesktop)}
      <Details line={line} fields={PRICES} />
    </td>
    <td data-label="Allocation">
      {ioCount(line.monthlyAllocation ?? 0)}
      <Details line={line} fields={CAPS} />
    </td>
    <td data-label="Dates">
      {line.startDate === null ? '–' : `${writeField('startDate', line)} – ${writeField('endDate', line)}`}
      <Details line={line} fields={['recurring']} />
    </td>
    <td data-label="Amount">{ioDollars(line.amount)}</td>
  </tr>
);

const Changes = ({ changes, timeZone }: { changes: readonly IoChange[]; timeZone: string }) => (
  <SectionCard title={`What changes: ${changesText(changes.length)}`}>
    <table className={table.table}>
      <TableHead of={['Campaign', 'What', 'Before', 'Now', 'Changed by']} />
      <tbody>
        {changes.map(({ campaignKey, campaignName, field, label, before, after, changedBy, changedAt }) => (
          <tr key={`${campaignKey} ${field}`}>
            <th scope="row">{campaignName}</th>
            <td data-label="What">{label}</td>
            <td data-label="Before">
              <del>{before ?? '–'}</del>
            </td>
            <td data-label="Now">
              <Box component="ins" fw={600} td="none">
                {after ?? 'Taken out'}
              </Box>
            </td>
            <td data-label="Changed by">
              {changedBy ?? 'Paceline'}
              {changedAt !== null && <span className={table.detail}>{formatInstant(changedAt, timeZone)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </SectionCard>
);

/** An order as a document: month, total, changes, lines and terms. */
export const OrderPaper = ({ order }: { order: IoOrder }) => {
  const { terms, changes, lines } = order;
  const changed = new Set(changes.map(({ campaignKey }) => campaignKey));
  return (
    <Stack gap={16} miw={0}>
      <SectionCard title={`${ioMonth(order.month)}: ${ioInquiries(order.units)}, ${ioDollars(order.amount)}`}>
        <Facts
          facts={[
            ['Agency', terms?.agencyName],
            ['School group', order.ownerName],
            ['Client', order.clientName],
            ['Media partner', `${order.partnerName} (${order.partnerCode})`],
          ]}
        />
        {order.message !== '' && (
          <Box component="p" style={{ whiteSpace: 'pre-line' }}>
            {order.message}
          </Box>
        )}
      </SectionCard>
      {changes.length > 0 && <Changes changes={changes} timeZone={order.timeZone} />}
      <SectionCard title={lines.length === 1 ? '1 line' : `${ioCount(lines.length)} lines`}>
        <table className={table.table}>
          <TableHead of={['Campaign', 'Price', 'Allocation', 'Dates', 'Amount']} />
          <tbody>
            {lines.map((line) => (
              <Line key={line.campaignKey} line={line} isChanged={changed.has(line.campaignKey)} />
            ))}
            <tr className={classes.total}>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td data-label="Allocation">{ioCount(order.units)}</td>
              <td data-label="Amount" colSpan={2} className={classes.end}>
                {ioDollars(order.amount)}
              </td>
            </tr>
          </tbody>
        </table>
      </SectionCard>
      {terms !== null && (
        <SectionCard title="Terms">
          <Facts facts={ioTermFacts(terms)} />
        </SectionCard>
      )}
    </Stack>
  );
};
