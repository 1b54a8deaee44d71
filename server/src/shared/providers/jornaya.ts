import { z } from 'zod';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { failed, httpProvider, ok, type Provider, unknown } from './provider.ts';

const HOST = 'https://api.leadid.com';
const TOKEN = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;

const flag = z.coerce.number();
const answerSchema = z.object({
  audit: z.object({
    authentic: flag,
    /** 0: the submitted data differ from the typed ones; 1: they match; otherwise unknown. */
    data_integrity: flag.nullish(),
  }),
});

/** Jornaya's TCPA Guardian: whether a LeadiD token was issued for this person. Uses POST, so that no log contains the person. */
export const jornaya = (
  http: OutboundHttp,
  { accountCode, auditKey }: { accountCode: string; auditKey: string },
  host = HOST,
): Provider =>
  httpProvider({
    name: 'Jornaya',
    http,
    ask: ({ jornayaLeadId, partner, email, phone, reference }) => {
      if (jornayaLeadId === null || !TOKEN.test(jornayaLeadId))
        return failed('CERT_NOT_AUTHENTIC', 'This is no LeadiD token.');
      const data = [...(email === null ? [] : [`email;${email}`]), `phone1;${phone}`].join('|');
      return {
        method: 'POST',
        url: new URL('/SingleQuery', host),
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({
          lac: accountCode,
          lak: auditKey,
          id: jornayaLeadId,
          lpc: partner,
          recordid: reference,
          format: 'json',
          data,
        }).toString(),
      };
    },
    read: (json, status) => {
      const { data: answer } = answerSchema.safeParse(json);
      if (answer === undefined) return unknown(`Answered ${status} with something unexpected.`);
      const { authentic, data_integrity: integrity } = answer.audit;
      if (authentic !== 1) return failed('CERT_NOT_AUTHENTIC', 'The token was not issued by Jornaya.');
      if (integrity === 0) return failed('CERT_MISMATCH', 'The token is of somebody else.');
      return ok(
        integrity === 1 ? 'The token is real and matches the lead.' : 'The token is real; whose it is was not told.',
      );
    },
  });
