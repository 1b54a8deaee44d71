import {
  type CallBody,
  type CallResponse,
  type brandsSave,
  type ownerClientSave,
  type ownerPpcVendorSave,
  type OwnerForm,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Caller, type Making, type WizardDeps } from '../caller.ts';
import { addBrands, addClientList, addVendors, makeOwner } from './make-records.ts';
import { listVerticals, type Vertical } from './records.queries.ts';

const making = <T>(
  { db, clock }: WizardDeps,
  caller: Caller,
  ownerKey: number,
  work: (batch: Making) => Promise<T>,
): Promise<T> => db.withScope(caller.scope, (tx) => work({ tx, caller, now: clock.now(), ownerKey }));

export const readVerticals = ({ db }: WizardDeps, scope: Scope): Promise<Vertical[]> =>
  db.readScope(scope, listVerticals);

export const saveOwner = ({ db, clock }: WizardDeps, caller: Caller, form: OwnerForm): Promise<{ ownerKey: number }> =>
  db.withScope(caller.scope, async (tx) => ({ ownerKey: await makeOwner(tx, caller, clock.now(), form) }));

export const saveBrands = (
  deps: WizardDeps,
  caller: Caller,
  { ownerKey, brands }: CallBody<typeof brandsSave>,
): Promise<CallResponse<typeof brandsSave>> => making(deps, caller, ownerKey, (batch) => addBrands(batch, brands));

export const saveClients = (
  deps: WizardDeps,
  caller: Caller,
  ownerKey: number,
  list: CallBody<typeof ownerClientSave>,
): Promise<CallResponse<typeof ownerClientSave>> =>
  making(deps, caller, ownerKey, async (batch) => (await addClientList(batch, list)).clients);

export const saveVendors = (
  deps: WizardDeps,
  caller: Caller,
  { ownerKey, vendors }: CallBody<typeof ownerPpcVendorSave>,
): Promise<CallResponse<typeof ownerPpcVendorSave>> =>
  making(deps, caller, ownerKey, (batch) => addVendors(batch, vendors));
