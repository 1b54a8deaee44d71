import { type DeliveryValues, renderCsv } from '@paceline/contract';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { type Carriers } from './carriers.ts';
import { type Credentials } from './credential.ts';
import { maskValues } from './mask.ts';
import { type OpenEndpoint } from './read-lead.queries.ts';
import { fileRequestText, sendFile } from './send-file.ts';
import { type Sent, sendLead } from './send-lead.ts';
import { sendMailLead } from './send-mail-lead.ts';

interface Ways {
  http: OutboundHttp;
  credentials: Credentials;
  carriers: Carriers;
}

/** Sends a sample lead through the normal delivery, to the test address; a file gets a name that no file of leads has. */
export const sendTest = async (
  { http, credentials, carriers }: Ways,
  ownerKey: number,
  { settings, secret, id, hostKey }: OpenEndpoint,
  values: DeliveryValues,
): Promise<Sent & { hostKey: string | null }> => {
  const url = settings.testUrl ?? settings.url;
  const sending = { settings, endpoint: id, secret, values, url, mayHaveArrived: false };
  if (settings.method === 'EMAIL') return { ...(await sendMailLead(carriers, sending)), hostKey: null };
  if (settings.method !== 'FILE') return { ...(await sendLead(http, credentials, sending)), hostKey: null };
  const name = `test-${values.leadId}.csv`;
  const content = renderCsv(settings.fields, [values]);
  const sent = await sendFile(carriers, { ownerKey, settings, url, secret, hostKey, name, content });
  const request = fileRequestText(url, name, renderCsv(settings.fields, [maskValues(values)]));
  return { ...sent, httpStatus: null, request, response: sent.outcome === 'accepted' ? sent.because : '' };
};
