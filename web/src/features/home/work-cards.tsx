import { ioDollars, ioInquiries, ioMonth } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hrefOf, PATHS, pathTo } from '../../lib/address/paths.ts';
import { formatCount, formatInstant, localZone } from '../../lib/text/format.ts';
import { momentWriter } from '../../lib/text/moment-writer.ts';
import { partnerOrderHref, useWaitingOrders } from '../../shared/waiting-orders.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { useOwnerNames } from '../../shared/use-owner-names.ts';
import table from '../../ui/lists/plain-table.module.css';
import { StatusMark, type StatusTone } from '../../ui/marks/status-mark.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { blockedSourcesQuery, CARD_ROWS, capsQuery, keysQuery, refusalsQuery } from './api.ts';
import classes from './home.module.css';
import { capLines, reasonHref, reasonText, refusedText, trendText } from './prepare-home.ts';

const Line = ({ href, title, detail }: { href: string; title: string; detail: string }) => (
  <li className={classes.line}>
    <a href={href}>{title}</a>
    <span className={table.detail}>{detail}</span>
  </li>
);

const Lines = ({ children }: { children: ReactNode }) => <PlainList gap={8}>{children}</PlainList>;

/** Insertion orders to answer. */
export const OrdersCard = () => {
  const query = useWaitingOrders();
  const nameOf = useOwnerNames();
  return (
    <SectionCard title="Orders to answer" action={<a href={hrefOf(pathTo('mpInsertionOrders'))}>All orders</a>}>
      <Loaded query={query} what="list of orders" lines={3}>
        {({ orders }) =>
          orders.length === 0 ? (
            <Note>No insertion order waits for your answer.</Note>
          ) : (
            <Lines>
              {orders.map((order) => (
                <Line
                  key={order.ioKey}
                  href={partnerOrderHref(order)}
                  title={`${order.clientName}, ${ioMonth(order.month)}`}
                  detail={`${nameOf(order.ownerKey)} · ${ioInquiries(order.units)}, ${ioDollars(order.amount)}`}
                />
              ))}
            </Lines>
          )
        }
      </Loaded>
    </SectionCard>
  );
};

const CAP_GROUPS = [
  ['full', 'Full', 'bad'],
  ['near', 'Nearly full', 'warn'],
  ['reopened', 'Open again', 'good'],
] as const satisfies readonly (readonly [string, string, StatusTone])[];

/** Campaigns whose cap is full, with when it opens, nearly full, or open again. */
export const CapsCard = () => {
  const query = useQuery(capsQuery);
  const [opened] = useState(() => new Date());
  return (
    <SectionCard title="Caps" action={<a href={hrefOf(PATHS.alerts)}>All alerts</a>}>
      <Loaded query={query} what="list of caps" lines={3}>
        {(alerts) => {
          const lines = capLines(alerts, momentWriter(localZone(), opened), opened);
          const shown = CAP_GROUPS.filter(([group]) => lines[group].length > 0);
          if (shown.length === 0) return <Note>No cap is full or nearly full.</Note>;
          return (
            <Lines>
              {shown.map(([group, label, tone]) => (
                <li key={group}>
                  <StatusMark tone={tone}>{`${label}: ${formatCount(lines[group].length)}`}</StatusMark>
                  <Lines>
                    {lines[group].slice(0, CARD_ROWS).map(({ alertKey, href, title, detail, ownerName }) => (
                      <Line key={alertKey} href={href} title={title} detail={`${ownerName} · ${detail}`} />
                    ))}
                  </Lines>
                </li>
              ))}
            </Lines>
          );
        }}
      </Loaded>
    </SectionCard>
  );
};

/** Refused leads of the last days by reason, against the days before. */
export const RefusalsCard = () => {
  const query = useQuery(refusalsQuery);
  return (
    <SectionCard title="Refused leads" note={query.data && refusedText(query.data)}>
      <Loaded query={query} what="list of refused leads" lines={4}>
        {({ days, refusals }) =>
          days === null || refusals.length === 0 ? (
            <Note>No lead was refused in the last 14 days.</Note>
          ) : (
            <table className={table.table}>
              <TableHead of={['Reason', 'Last 7 days', '7 days before', 'Trend']} />
              <tbody>
                {refusals.slice(0, CARD_ROWS).map((refusal) => (
                  <tr key={refusal.reason}>
                    <th scope="row">
                      <a href={reasonHref(refusal, days)}>{reasonText(refusal)}</a>
                    </th>
                    <td data-label="Last 7 days">{formatCount(refusal.leads)}</td>
                    <td data-label="7 days before">{formatCount(refusal.before)}</td>
                    <td data-label="Trend">{trendText(refusal)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </SectionCard>
  );
};

/** Sources whose leads are refused. */
export const SourcesCard = () => {
  const query = useQuery(blockedSourcesQuery);
  const list = `#${pathTo('mpPublisherSources')}`;
  return (
    <SectionCard title="Blocked sources" action={<a href={`${list}?status=BLOCKED`}>All blocked sources</a>}>
      <Loaded query={query} what="list of sources" lines={3}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Note>No source is blocked.</Note>
          ) : (
            <Lines>
              {rows.map(({ publisherSourceKey, sourceTag, publisherName, statusReason }) => (
                <Line
                  key={publisherSourceKey}
                  href={`${list}?q=${encodeURIComponent(sourceTag)}`}
                  title={sourceTag}
                  detail={[publisherName, statusReason].filter(Boolean).join(' · ')}
                />
              ))}
              {total !== null && total > rows.length && (
                <li>
                  <Note>{`And ${formatCount(total - rows.length)} more.`}</Note>
                </li>
              )}
            </Lines>
          )
        }
      </Loaded>
    </SectionCard>
  );
};

/** Active posting keys with their last use. */
export const KeysCard = ({ partnerKey }: { partnerKey: number }) => {
  const query = useQuery(keysQuery(partnerKey));
  const zone = localZone();
  return (
    <SectionCard title="Posting keys" action={<a href={hrefOf(pathTo('mpPostingKeys'))}>Manage keys</a>}>
      <Loaded query={query} what="list of posting keys" lines={3}>
        {(keys) => {
          const active = keys.filter(({ isActive }) => isActive);
          if (active.length === 0) return <Note>No active key: posts are refused until there is one.</Note>;
          return (
            <Lines>
              {active.map(({ postingKey, label, hint, lastUsedAt, endsAt }) => (
                <li key={postingKey} className={classes.line}>
                  {`${label === '' ? 'No name' : label} (•••• ${hint})`}
                  <span className={table.detail}>
                    {lastUsedAt === null ? 'Never used' : `Last used ${formatInstant(lastUsedAt, zone)}`}
                    {endsAt !== null && `, ends ${formatInstant(endsAt, zone)}`}
                  </span>
                </li>
              ))}
            </Lines>
          );
        }}
      </Loaded>
    </SectionCard>
  );
};
