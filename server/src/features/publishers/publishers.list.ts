import { publisherSearch, type PublisherSourceRow, SOURCE_STATUSES } from '@paceline/contract';
import { sql } from 'kysely';
import { custom, hasWords, isIn, within } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { type ListFile } from '../../shared/lists/list-routes.ts';

/** The status that applies to the source's leads. */
const STATUS = sql`app.source_status(p.status, s.status)`;

export const publisherSourceRows = listOf(publisherSearch, {
  from: sql`publisher_source s
    join publisher p on p.partner_key = s.partner_key and p.publisher_key = s.publisher_key
    join media_partner m on m.partner_key = s.partner_key`,
  owner: null,
  // Limited to a media partner's own rows by the statement, not by row-level security alone.
  where: ({ scope }) => (scope.partnerKey === null ? sql`true` : sql`s.partner_key = ${scope.partnerKey}`),
  key: 's.publisher_source_key',
  small: 'A media partner has dozens of sources, an agency some hundreds: sub-sources have no register.',
  columns: {
    sourceTag: sql`lower(s.source_tag)`,
    displayName: sql`lower(s.display_name)`,
    publisherName: sql`lower(p.name)`,
    aggregatorName: sql`lower(m.name)`,
    status: STATUS,
    domain: { column: sql`lower(p.domain)`, nullable: true },
    firstSeen: { column: 's.first_seen', nullable: true },
  },
  filters: {
    term: hasWords('s.source_tag', 's.display_name', 'p.name', 'p.domain'),
    aggregator: isIn('s.partner_key'),
    status: custom(['status'], (statuses) => sql`${STATUS} = any (${[...statuses]})`),
    trafficType: custom(['traffic_types'], (type) => sql`${type} = any (p.traffic_types)`),
    firstSeen: within('s.first_seen'),
  },
  select: {
    publisherSourceKey: 's.publisher_source_key',
    sourceTag: 's.source_tag',
    displayName: 's.display_name',
    publisherKey: 's.publisher_key',
    publisherName: 'p.name',
    domain: 'p.domain',
    trafficTypes: 'p.traffic_types',
    aggregatorKey: 's.partner_key',
    aggregatorName: 'm.name',
    status: STATUS,
    statusReason: sql`coalesce(s.status_reason, p.status_reason)`,
    firstSeen: sql`s.first_seen::text`,
    rowVersion: 's.row_version',
  },
});

export const PUBLISHER_SOURCES_FILE: ListFile<PublisherSourceRow> = {
  name: 'publisherSource',
  cells: {
    status: ({ status }) => SOURCE_STATUSES[status],
    trafficTypes: ({ trafficTypes }) => trafficTypes.join(', '),
  },
};
