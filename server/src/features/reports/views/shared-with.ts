import { type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';

/** The caller and the owner of views and dashboards. */
export interface ViewPlace {
  ownerKey: number;
  userKey: number;
  group: UserGroup;
  partnerKey: number | null;
  /** Administrators change what others of their company have shared. */
  isAdmin: boolean;
}

const ofTeam = ({ group, partnerKey }: ViewPlace) =>
  sql`(v.user_group = ${group} and v.maker_partner_key is not distinct from ${partnerKey}::int)`;

/** Columns common to everything that users save and share: `v` is its row, `u` its maker. */
export const sharedColumns = (place: ViewPlace) => sql`
  v.row_version as "rowVersion", v.name, v.description, v.sharing,
  u.first_name || ' ' || u.last_name as by, v.user_key = ${place.userKey} as "isMine",
  (v.user_key = ${place.userKey} or (v.sharing <> 'private' and ${place.isAdmin} and ${ofTeam(place)})) as "mayChange",
  to_char(v.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"`;

/** Row-level security hides other partners' rows from a partner. */
export const seenBy = (place: ViewPlace) => sql`
  v.owner_key = ${place.ownerKey}
  and (v.user_key = ${place.userKey} or v.sharing = 'owner' or (v.sharing = 'team' and ${ofTeam(place)}))
  and (${place.partnerKey}::int is null or v.maker_partner_key is null or v.maker_partner_key = ${place.partnerKey})`;
