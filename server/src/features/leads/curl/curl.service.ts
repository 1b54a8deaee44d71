import {
  type CallBody,
  storedDeliverySettingsSchema,
  type leadCurl,
  type Permission,
  renderBody,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { openPerson } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { findDeliveryValues } from '../../../shared/delivery/read-lead.queries.ts';
import { findLeads, type FoundLead } from '../details.queries.ts';
import { type LeadDeps } from '../details.service.ts';
import { findPosted, findSettings, findTry } from './curl.queries.ts';
import {
  CREDENTIAL,
  curlCommand,
  type HttpRequest,
  readStoredRequest,
  safeRequest,
} from '../../../shared/curl.rules.ts';
import { postedParameters } from './posted-parameters.ts';

interface Caller {
  scope: Scope;
  origin: Origin;
  session: { permissions: ReadonlySet<Permission> };
}
type Asked = CallBody<typeof leadCurl>;
export type CurlDeps = LeadDeps & { publicUrl: string };

const missing = (message: string): AppError => new AppError('NOT_FOUND', { message });
const ERASED = 'Personal data erased.';

/** The body of a try with the person, by the settings of that time and the lead's present values. */
const wholeBody = async (tx: Tx, secret: Buffer, lead: FoundLead, attempt: Parameters<typeof findSettings>[2]) => {
  const settings = await findSettings(tx, lead.ownerKey, attempt);
  const values = await findDeliveryValues(tx, secret, lead.ownerKey, lead.leadCaptureKey);
  if (settings === null || values === null) throw missing(values === null ? ERASED : 'This try was not stored.');
  return renderBody(storedDeliverySettingsSchema.parse(settings), values).body;
};

const requestOfTry = async (
  tx: Tx,
  { secret }: CurlDeps,
  lead: FoundLead,
  attempt: number,
  wholePerson: boolean,
): Promise<HttpRequest> => {
  const stored = await findTry(tx, lead, attempt);
  const request = readStoredRequest(stored?.request ?? '');
  if (stored === undefined || request === null) throw missing('This try was no HTTP request, or was not stored.');
  return wholePerson ? { ...request, body: await wholeBody(tx, secret, lead, stored) } : request;
};

const requestOfPost = async (
  tx: Tx,
  { secret, publicUrl }: CurlDeps,
  lead: FoundLead,
  wholePerson: boolean,
): Promise<HttpRequest> => {
  const posted = await findPosted(tx, lead);
  if (posted === undefined) throw missing('This lead was not posted.');
  const { sealed, campaignKey, consentText } = posted;
  if (sealed === null) throw missing(ERASED);
  const person = openPerson(secret, { ownerKey: lead.ownerKey, leadKey: lead.leadCaptureKey }, sealed);
  return {
    method: 'POST',
    url: `${publicUrl.replace(/\/$/, '')}/lead/v1/post`,
    headers: ['Content-Type: application/json', `X-Partner-Key: ${CREDENTIAL}`],
    body: JSON.stringify(postedParameters(person, { consentText, campaignKey }, { wholePerson })),
  };
};

/** A lead's post or one of its tries as a command. The client sees what it was sent, not what the partner posted. */
export const getCurl = (deps: CurlDeps, { scope, origin, session }: Caller, request: Asked) => {
  const { ownerKey, leadCaptureKey, attempt, wholePerson } = request;
  if (wholePerson && (scope.group !== 'ag' || !session.permissions.has('leadanalyzer:ViewPII')))
    throw new AppError('FORBIDDEN', { message: 'You do not have the right to see whole people.' });
  if (attempt === null && scope.group !== 'ag') throw new AppError('NOT_FOUND');
  return deps.db.withScope(scope, async (tx) => {
    const [lead] = await findLeads(tx, [ownerKey], 'lead', String(leadCaptureKey));
    if (lead === undefined) throw new AppError('NOT_FOUND');
    const httpRequest =
      attempt === null
        ? await requestOfPost(tx, deps, lead, wholePerson)
        : await requestOfTry(tx, deps, lead, attempt, wholePerson);
    if (wholePerson)
      await audit(tx, scope, origin, deps.clock.now(), {
        action: 'leadPersonViewed',
        ownerKey,
        entity: 'lead',
        entityKey: leadCaptureKey,
      });
    return { command: curlCommand(safeRequest(httpRequest)) };
  });
};
