import { z } from 'zod';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { failed, httpProvider, ok, type Provider, unknown } from './provider.ts';

export const TWILIO_HOST = 'https://lookups.twilio.com';

const answerSchema = z.object({
  valid: z.boolean(),
  line_type_intelligence: z.object({ type: z.string().nullish() }).nullish(),
});

/** Twilio Lookup, version 2: whether a number is assignable by a carrier, and its line type. */
export const twilioLookup = (
  http: OutboundHttp,
  { accountSid, authToken }: { accountSid: string; authToken: string },
  host = TWILIO_HOST,
): Provider =>
  httpProvider({
    name: 'Twilio Lookup',
    http,
    ask: ({ phone }) => ({
      method: 'GET',
      url: new URL(`/v2/PhoneNumbers/${encodeURIComponent(`+1${phone}`)}?Fields=line_type_intelligence`, host),
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        accept: 'application/json',
      },
    }),
    read: (json, status) => {
      if (status === 404) return failed('PHONE_DISCONNECTED', 'There is no such number.');
      const { data: answer } = answerSchema.safeParse(json);
      if (answer === undefined) return unknown(`Answered ${status} with something unexpected.`);
      if (!answer.valid) return failed('PHONE_DISCONNECTED', 'No carrier has such a number.');
      const line = answer.line_type_intelligence?.type;
      // For US numbers, the service does not report whether the line is connected.
      return ok(`A number that carriers give out${line ? `, ${line}` : ''}.`);
    },
  });
