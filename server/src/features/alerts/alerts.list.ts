import {
  type Alert,
  ALERT_KINDS,
  alertDetail,
  alertKindsFor,
  alertSearch,
  alertTitle,
  isPermission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { momentIn } from '../../lib/local-time.ts';
import { custom, isIn } from '../../shared/lists/conditions.ts';
import { listOf } from '../../shared/lists/list-of.ts';
import { type ListFile } from '../../shared/lists/list-routes.ts';
import { ALERT_FIELDS, ALERT_NAMES, findViewer, isHeard, NAMES_OF_PAGE, ofPartner } from './alerts.queries.ts';

export const alertRows = listOf(alertSearch, {
  from: sql`alert a`,
  owner: 'a.owner_key',
  // Independent of the kinds chosen for the bell; depends only on what the viewer may see.
  prepare: async (tx, { scope }) => {
    const viewer = scope.userKey === null ? undefined : await findViewer(tx, scope.userKey);
    if (viewer === undefined || scope.group === 'system' || scope.group === 'public')
      return { kinds: [], heard: sql`false` };
    const permissions = new Set(viewer.permissions.filter(isPermission));
    const { group, userKey } = scope;
    return {
      kinds: alertKindsFor({ group, permissions }),
      heard: userKey === null ? sql`false` : isHeard({ userKey, group, permissions }),
    };
  },
  where: ({ scope }, { kinds, heard }) =>
    sql`a.kind = any (${kinds}::text[]) and ${ofPartner(scope.partnerKey)} and ${heard}`,
  key: 'a.alert_key',
  small:
    'An owner has some dozens of alerts a day, and they go after 400 days: what there is, is sorted in milliseconds.',
  columns: { since: 'a.since', resolvedAt: { column: 'a.resolved_at', nullable: true } },
  filters: {
    state: custom(['resolved_at'], (state) =>
      state === 'open' ? sql`a.resolved_at is null` : sql`a.resolved_at is not null`,
    ),
    kind: isIn('a.kind'),
    owners: isIn('a.owner_key'),
  },
  select: ALERT_FIELDS,
  join: { tables: NAMES_OF_PAGE, select: ALERT_NAMES },
});

const writeIn =
  (zone: string) =>
  (instant: string): string =>
    momentIn(zone, new Date(instant));

export const ALERTS_FILE: ListFile<Alert> = {
  name: 'alerts',
  cells: {
    title: (alert, _, zone) => alertTitle(alert, writeIn(zone)),
    detail: (alert, now, zone) => alertDetail(alert, writeIn(zone), now),
    kind: ({ kind }) => ALERT_KINDS[kind].label,
  },
};
