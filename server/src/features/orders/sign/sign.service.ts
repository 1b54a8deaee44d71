import { ioAgreement, type IoLine, type IoSide, type IoSignature } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { sha256 } from '../../../lib/secrets/tokens.ts';
import { getSettings, listLines, listVersions } from '../orders.queries.ts';
import { type OrderRow, totalsOf } from '../orders.rules.ts';
import { insertSignature, listSignatures, type SignatureRow } from './signature.queries.ts';
import { contentOf, type Parties } from './signature.rules.ts';

interface Signing {
  side: IoSide;
  name: string;
  title: string;
  userKey: number | null;
  ioMailKey: number | null;
  ip: string | null;
  at: Date;
}

/** Signs a version as it is stored. Returns the hash of what was signed. */
export const signOrder = async (
  tx: Tx,
  { ownerKey, ioKey }: { ownerKey: number; ioKey: number },
  { at, ip, ...signing }: Signing,
): Promise<string> => {
  const row = (await listVersions(tx, ownerKey, ioKey)).find((version) => version.ioKey === ioKey);
  if (row === undefined) throw new Error(`There is no insertion order ${ioKey}`);
  const lines = (await listLines(tx, ownerKey, [ioKey])).get(ioKey) ?? [];
  const { ownerName } = await getSettings(tx, ownerKey);
  const { clientName, partnerName, partnerCode, partnerKey } = row;
  const parties: Parties = { ownerName, clientName, partnerName, partnerCode };
  const contentHash = sha256(contentOf(ownerKey, row, lines, parties));
  const agreement = ioAgreement({ ...row, ...totalsOf(lines), lines });
  await insertSignature(tx, {
    ...signing,
    ownerKey,
    ioKey,
    partnerKey,
    agreement,
    parties,
    contentHash,
    ip: ip === '' ? null : ip,
    signedAt: at,
  });
  return contentHash.toString('hex');
};

const toSignature = (
  ownerKey: number,
  row: OrderRow,
  lines: readonly IoLine[],
  { parties, signedAt, ip, ...signature }: SignatureRow,
): IoSignature => ({
  ...signature,
  company: signature.side === 'agency' ? (row.terms?.agencyName ?? '') : parties.partnerName,
  ip: signature.side === 'partner' ? ip : null,
  signedAt: signedAt.toISOString(),
  matches: sha256(contentOf(ownerKey, row, lines, parties)).toString('hex') === signature.contentHash,
});

/** The signatures of a version, and its parties as the media partner signed them. */
export const readSignatures = async (
  tx: Tx,
  ownerKey: number,
  row: OrderRow,
  lines: readonly IoLine[],
): Promise<{ signatures: IoSignature[]; parties: Parties | undefined }> => {
  const rows = await listSignatures(tx, ownerKey, row.ioKey);
  return {
    signatures: rows.map((signature) => toSignature(ownerKey, row, lines, signature)),
    parties: rows.find(({ side }) => side === 'partner')?.parties,
  };
};
