import { groupOfUserType, isPermission, type Permission, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

export interface Reader {
  userKey: number;
  userType: string;
  partnerKey: number | null;
  permissions: string[];
  email: string;
  firstName: string;
  ownerKeys: number[];
}

/** Active users with their current permissions and owners; only for the system scope. */
export const listReaders = async (tx: Tx, userKey: number | null = null): Promise<Reader[]> => {
  const { rows } = await sql<Reader>`
    select user_key as "userKey", user_type as "userType", partner_key as "partnerKey", permissions, email,
           first_name as "firstName", owner_keys as "ownerKeys"
    from app.alert_readers() where ${userKey}::int is null or user_key = ${userKey}
  `.execute(tx);
  return rows;
};

/** What a reader may see of the figures. */
export const viewerOf = ({
  userType,
  permissions,
}: Reader): { group: UserGroup; permissions: ReadonlySet<Permission> } | null => {
  const group = groupOfUserType(userType);
  return group === null ? null : { group, permissions: new Set(permissions.filter(isPermission)) };
};
