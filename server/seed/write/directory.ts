import { type RolePresetName, type UserGroup } from '@paceline/contract';
import { type Owner, type Partner } from '../build/model.ts';

/** Somebody who can sign in, as far as what they did is concerned. */
export interface Employee {
  key: number;
  role: RolePresetName;
  group: UserGroup;
  /** Null works on every owner. */
  ownerKeys: ReadonlySet<number> | null;
  partnerKey: number | null;
  /** Invited and not seen since: whatever happened, it was somebody else. */
  absent: boolean;
}

export type Directory = readonly Employee[];

const worksOn = ({ ownerKeys }: Employee, owner: Owner): boolean => ownerKeys === null || ownerKeys.has(owner.key);

/** One of those who may, the same one for the same turn; nobody if there is none. */
const inTurn = (those: Directory, turn: number): Employee | null => those[turn % Math.max(1, those.length)] ?? null;

/** Who of the agency or of the client does such things for the owner. */
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

/** Who answers for the partner; some have nobody who signs in. */
export const contactOf = (directory: Directory, owner: Owner, partner: Partner, turn: number): Employee | null =>
  inTurn(
    directory.filter((one) => one.partnerKey === partner.key && one.role === 'partnerAdmin' && worksOn(one, owner)),
    turn,
  );

/** Plans and prices are the buyers'. */
export const buyerFor = (directory: Directory, owner: Owner, turn: number): Employee | null =>
  colleagueFor(directory, owner, ['mediaBuyer', 'accountManager'], turn);
