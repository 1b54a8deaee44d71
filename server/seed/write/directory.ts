import { type RolePresetName, type UserGroup } from '@paceline/contract';
import { type Owner, type Partner } from '../build/model.ts';

/** A user, as far as needed to attribute actions. */
export interface Employee {
  key: number;
  role: RolePresetName;
  group: UserGroup;
  /** Null: works on every owner. */
  ownerKeys: ReadonlySet<number> | null;
  partnerKey: number | null;
  /** Invited but never signed in: no action can be attributed to them. */
  absent: boolean;
}

export type Directory = readonly Employee[];

const worksOn = ({ ownerKeys }: Employee, owner: Owner): boolean => ownerKeys === null || ownerKeys.has(owner.key);

/** One of the candidates, always the same for the same turn; null if there is none. */
const inTurn = (those: Directory, turn: number): Employee | null => those[turn % Math.max(1, those.length)] ?? null;

/** A user of the agency or the client with such a role for the owner. */
export const colleagueFor = (
  directory: Directory,
  owner: Owner,
  roles: readonly RolePresetName[],
  turn: number,
): Employee | null =>
  inTurn(
    directory.filter((one) => !one.absent && roles.includes(one.role) && worksOn(one, owner)),
    turn,
  );

/** The partner's administrator; null for partners without users. */
export const contactOf = (directory: Directory, owner: Owner, partner: Partner, turn: number): Employee | null =>
  inTurn(
    directory.filter((one) => one.partnerKey === partner.key && one.role === 'partnerAdmin' && worksOn(one, owner)),
    turn,
  );

/** Plans and prices are made by media buyers. */
export const buyerFor = (directory: Directory, owner: Owner, turn: number): Employee | null =>
  colleagueFor(directory, owner, ['mediaBuyer', 'accountManager'], turn);
