import { createHash } from 'node:crypto';
import { type CallBody, type leadEvidence, ownersFileName, type Permission } from '@paceline/contract';
import { strToU8, zipSync } from 'fflate';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { openPerson, type Person } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { maskPerson } from '../../../shared/delivery/mask-person.ts';
import { findConsent, findLeads, findSealed, type FoundLead, getDetail } from '../details.queries.ts';
import { type LeadDeps, pageOf } from '../details.service.ts';
import { evidenceDocument } from './evidence-document.ts';
import { findUserName, findVisitor, listDeliveries, listReturns, listSteps } from './evidence.queries.ts';
import { type Evidence } from './evidence.ts';

interface Caller {
  scope: Scope;
  origin: Origin;
  session: { permissions: ReadonlySet<Permission> };
}
type Asked = CallBody<typeof leadEvidence>;

const shownPerson = (person: Person, isWhole: boolean): NonNullable<Evidence['person']> => {
  if (!isWhole) return { isWhole, address: '', ...maskPerson(person) };
  const { firstName, lastName, email, phone, addressLine1, addressLine2, city } = person;
  const address = [addressLine1, addressLine2, city].filter((part) => part).join(', ');
  return { isWhole, name: `${firstName} ${lastName}`.trim(), email, phone, address };
};

type Certificates = NonNullable<Evidence['consent']>['certificates'];
/** Both, where both were posted; the consent's own row keeps one of them. */
const certificatesOf = (person: Person | null, certificate: string | null): Certificates => {
  const { trustedFormCertUrl, jornayaLeadId } = person?.post ?? {};
  const isTrustedForm = certificate?.startsWith('http') === true;
  const [form, token] = [
    trustedFormCertUrl ?? (isTrustedForm ? certificate : null),
    jornayaLeadId ?? (isTrustedForm ? null : certificate),
  ];
  return [
    ...(typeof form === 'string' ? [{ issuer: 'TrustedForm' as const, id: form }] : []),
    ...(typeof token === 'string' ? [{ issuer: 'Jornaya' as const, id: token }] : []),
  ];
};

const MASKED = 'Stored, not shown';

const consentOf = async (
  tx: Tx,
  lead: FoundLead,
  person: Person | null,
  isWhole: boolean,
): Promise<Evidence['consent']> => {
  const consent = await findConsent(tx, lead);
  if (consent === null) return null;
  const visitor = await findVisitor(tx, lead);
  const shown = (value: string | null | undefined): string | null => (value && (isWhole ? value : MASKED)) || null;
  return {
    text: consent.text,
    version: consent.disclosure,
    givenAt: consent.givenAt,
    page: pageOf(consent.page),
    certificates: certificatesOf(person, consent.certificate),
    calls: consent.dialerOptIn,
    textMessages: consent.textOptIn,
    ip: shown(visitor?.ip),
    userAgent: shown(visitor?.userAgent),
  };
};

const gather = async (
  tx: Tx,
  { secret, clock }: LeadDeps,
  { scope }: Caller,
  { leadCaptureKey, ownerKey, wholePerson }: Asked,
): Promise<Evidence> => {
  const [lead] = await findLeads(tx, [ownerKey], 'lead', String(leadCaptureKey));
  const stored = lead && (await getDetail(tx, lead));
  if (lead === undefined || stored === undefined) throw new AppError('NOT_FOUND');
  const sealed = await findSealed(tx, lead);
  const person = sealed && openPerson(secret, { ownerKey, leadKey: leadCaptureKey }, sealed);
  return {
    leadId: lead.leadId,
    askedBy: await findUserName(tx, scope.userKey),
    askedAt: clock.now(),
    timeZone: stored.timeZone,
    ownerName: stored.ownerName,
    clientName: stored.clientName,
    campaignName: lead.campaignName,
    partnerName: stored.partnerName,
    campusName: stored.campusName,
    programName: stored.programName,
    clientReference: stored.crmReference,
    status: lead.status,
    statusReasons: stored.statusReasons,
    receivedAt: lead.createdAt,
    deliveredAt: stored.deliveredAt,
    device: String(stored.inquiry['device'] ?? ''),
    person: person && shownPerson(person, wholePerson),
    consent: await consentOf(tx, lead, person, wholePerson),
    history: await listSteps(tx, lead, scope.group === 'ag'),
    deliveries: await listDeliveries(tx, lead),
    returns: await listReturns(tx, lead),
  };
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The document, the same as data, and checksums to verify both. */
const zipOf = (pdf: Buffer, evidence: Evidence): Buffer => {
  const files = { 'evidence.pdf': new Uint8Array(pdf), 'evidence.json': strToU8(JSON.stringify(evidence, null, 2)) };
  const manifest = {
    leadId: evidence.leadId,
    madeAt: evidence.askedAt,
    files: Object.entries(files).map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
  };
  const all = { ...files, 'manifest.json': strToU8(JSON.stringify(manifest, null, 2)) };
  return Buffer.from(zipSync(all, { mtime: evidence.askedAt }));
};

/** One lead's evidence as a file. The user, and whether it shows the person, is recorded before it is made. */
export const exportEvidence = async (deps: LeadDeps, caller: Caller, request: Asked): Promise<Download> => {
  const { ownerKey, leadCaptureKey, format, wholePerson } = request;
  const isAllowed = caller.scope.group === 'ag' && caller.session.permissions.has('leadanalyzer:ViewPII');
  if (wholePerson && !isAllowed)
    throw new AppError('FORBIDDEN', {
      message: 'You do not have the right to see whole people. Ask for the evidence with the person masked.',
    });
  const evidence = await deps.db.withScope(caller.scope, async (tx) => {
    const gathered = await gather(tx, deps, caller, request);
    await audit(tx, caller.scope, caller.origin, gathered.askedAt, {
      action: 'leadEvidenceTaken',
      ownerKey,
      entity: 'lead',
      entityKey: leadCaptureKey,
      after: { format, wholePerson },
    });
    return gathered;
  });
  const pdf = await writePdf(evidenceDocument(evidence));
  return {
    fileName: ownersFileName(evidence.ownerName, `evidence-${evidence.leadId}.${format}`),
    ...(format === 'pdf'
      ? { contentType: PDF_TYPE, content: pdf }
      : { contentType: 'application/zip', content: zipOf(pdf, evidence) }),
  };
};
