import { type DraftBody, type FieldError } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { zipPlace } from '../../../lib/zips/zips.ts';
import { NAME_TAKEN } from '../records/make-records.ts';
import { isOwnerNameTaken, listActivePartners, listPlatforms, listVerticals } from '../records/records.queries.ts';

const problem = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** Errors in a draft that only the database and the table of ZIP codes reveal. */
export const listKnownProblems = async (tx: Tx, draft: DraftBody): Promise<FieldError[]> => {
  const { owner, education, campuses, partners, vendors } = draft;
  const problems: FieldError[] = [];
  const name = owner.ownerName.trim();
  if (name !== '' && (await isOwnerNameTaken(tx, name)))
    problems.push(problem('owner.ownerName', 'duplicate', NAME_TAKEN));
  const verticals = await listVerticals(tx);
  if (owner.verticalKey !== null && !verticals.some(({ verticalKey }) => verticalKey === owner.verticalKey))
    problems.push(problem('owner.verticalKey', 'unknown', 'There is no such vertical.'));
  if (education === 'hand')
    for (const [index, { virtual, zip }] of campuses.entries())
      if (!virtual && /^\d{5}$/.test(zip) && zipPlace(zip) === null)
        problems.push(problem(`campuses.${index}.zip`, 'unknown', 'There is no such ZIP code.'));
  const active = await listActivePartners(
    tx,
    partners.map(({ mediaPartnerKey }) => mediaPartnerKey),
  );
  for (const [index, { mediaPartnerKey }] of partners.entries())
    if (!active.some(({ partnerKey }) => partnerKey === mediaPartnerKey))
      problems.push(problem(`partners.${index}.mediaPartnerKey`, 'inactive', 'This partner is not active any more.'));
  const platforms = await listPlatforms(tx);
  for (const [index, { platformKey }] of vendors.entries())
    if (platformKey !== null && !platforms.some((one) => one.platformKey === platformKey))
      problems.push(problem(`vendors.${index}.platformKey`, 'unknown', 'There is no such platform.'));
  return problems;
};
