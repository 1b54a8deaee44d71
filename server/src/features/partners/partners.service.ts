import {
  type CallBody,
  type FieldError,
  fixedReason,
  isSameRecord,
  type MediaPartner,
  type Partner,
  type PartnerForm,
  partnerRecord,
  type partnerSave,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertHolds, withDenialsOnRecord } from '../../shared/denials.ts';
import { auditRecord } from '../../shared/records/audit-record.ts';
import { type Caller, type PartnerDeps } from './caller.ts';
import {
  findPartner,
  findPartnerName,
  insertPartner,
  listPartners,
  listPartnersOf,
  listTaken,
  lockPartners,
  type StoredPartner,
  updateCampaignsDue,
  updatePartner,
} from './partners.queries.ts';

const NEW_PRODUCTS = partnerRecord.fields.productTypes.initial;
const CODE_FIXED = 'Campaigns of this partner run under its code: it can no longer be changed.';

export const listAllPartners = (db: Database, scope: Scope): Promise<MediaPartner[]> =>
  db.readScope(scope, listPartners);

export const listOwnPartners = (db: Database, scope: Scope): Promise<MediaPartner[]> =>
  db.readScope(scope, (tx) => listPartnersOf(tx, scope.ownerKeys, scope.partnerKey));

export const assertPartner = async (tx: Tx, partnerKey: number): Promise<void> => {
  if ((await findPartnerName(tx, partnerKey)) === null) throw new AppError('NOT_FOUND');
};

const present = ({ isUsed, ...partner }: StoredPartner): Partner => ({
  ...partner,
  codeFixed: isUsed ? CODE_FIXED : null,
});

const getPartner = async (tx: Tx, partnerKey: number, options?: { locked: boolean }): Promise<StoredPartner> => {
  const partner = await findPartner(tx, partnerKey, options);
  if (partner === undefined) throw new AppError('NOT_FOUND');
  return partner;
};

export const readPartner = ({ db }: PartnerDeps, scope: Scope, partnerKey: number): Promise<Partner> =>
  db.readScope(scope, async (tx) => present(await getPartner(tx, partnerKey)));

const assertFits = async (tx: Tx, form: PartnerForm, stored: StoredPartner | null): Promise<void> => {
  const conflicts = await listTaken(tx, form);
  const errors: FieldError[] = [];
  if (conflicts.name)
    errors.push({ field: 'mediaPartnerName', code: 'duplicate', message: 'Another partner has this name.' });
  if (conflicts.code)
    errors.push({ field: 'mediaPartnerCode', code: 'duplicate', message: 'Another partner has this code.' });
  const fixed = stored && fixedReason(partnerRecord, 'mediaPartnerCode', present(stored));
  if (fixed !== null && stored?.mediaPartnerCode !== form.mediaPartnerCode)
    errors.push({ field: 'mediaPartnerCode', code: 'fixed', message: fixed });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
};

const assertFresh = (stored: StoredPartner, { rowVersion }: PartnerForm): void => {
  if (rowVersion === null || stored.rowVersion === rowVersion) return;
  const message = `Somebody else changed this partner: it is called ${stored.mediaPartnerName} (${stored.mediaPartnerCode}) now.`;
  throw new AppError('STALE_ROW', { errors: [{ field: 'rowVersion', code: 'conflict', message }] });
};

/** The form with what it leaves out: as stored, or as a new partner begins. */
const completed = (form: CallBody<typeof partnerSave>, stored: StoredPartner | null): PartnerForm => ({
  ...form,
  productTypes: (form.productTypes ?? stored?.productTypes ?? NEW_PRODUCTS) as PartnerForm['productTypes'],
  paymentTerms: form.paymentTerms ?? stored?.paymentTerms ?? '',
});

export const savePartner = (deps: PartnerDeps, caller: Caller, asked: CallBody<typeof partnerSave>): Promise<Partner> =>
  withDenialsOnRecord(deps, caller, () => {
    assertHolds(caller, asked.mediaPartnerKey === null ? 'partners:Create' : 'partners:Update');
    const { scope, origin } = caller;
    return deps.db.withScope(scope, async (tx) => {
      const now = deps.clock.now();
      await lockPartners(tx);
      const stored =
        asked.mediaPartnerKey === null ? null : await getPartner(tx, asked.mediaPartnerKey, { locked: true });
      const form = completed(asked, stored);
      if (stored !== null) assertFresh(stored, form);
      await assertFits(tx, form, stored);
      if (stored !== null && isSameRecord(partnerRecord, stored, form)) return present(stored);
      if (stored !== null) await updatePartner(tx, stored.mediaPartnerKey, form);
      const partnerKey = stored?.mediaPartnerKey ?? (await insertPartner(tx, form));
      if (stored !== null && stored.activeFlag !== form.activeFlag) await updateCampaignsDue(tx, partnerKey, now);
      await auditRecord(tx, { scope, origin, now }, partnerRecord, {
        action: stored === null ? 'partner.create' : 'partner.change',
        entityKey: partnerKey,
        ...(stored !== null && { before: stored }),
        after: form,
      });
      return present(await getPartner(tx, partnerKey));
    });
  });
