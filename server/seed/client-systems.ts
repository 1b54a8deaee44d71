import { type OutboundHttp } from '../src/lib/guarded-http.ts';
import { hostOf } from './write/leads/endpoints.ts';

const DOWN = hostOf('HTI-MW');
const WANTS_TOKEN = hostOf('CVU-GR');
const KNOWS_PROGRAMS = hostOf('LCH-NU');

/** The nursing school's own codes of its programs; a value map translates ours. */
const PROGRAMS = /"program":"(ADN|BSN|LPN|MSN)"/;

/**
 * Simulated systems of the demo's clients. Their host names end in `.example`, which nobody can register, and they answer inside the
 * product: nothing that the demo sends leaves the machine. Three of them have the problems shown by the demo's stuck leads, and each can be
 * fixed realistically: one is down, one requires a credential, one uses other program codes. Requests to any other address are passed to
 * `others`.
 */
export const demoClientSystems =
  (others: OutboundHttp): OutboundHttp =>
  async (request, options) => {
    const { hostname } = request.url;
    if (!hostname.endsWith('.example')) return others(request, options);
    const { headers = {}, body = '' } = request;
    if (hostname === DOWN) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'connect ECONNREFUSED' });
    if (hostname === WANTS_TOKEN && !/^Bearer .{8,}/.test(headers['authorization'] ?? ''))
      return { status: 401, text: '401 Unauthorized: invalid client credentials' };
    if (hostname === KNOWS_PROGRAMS && !PROGRAMS.test(body))
      return { status: 422, text: '{"error":"unknown program code"}' };
    const id = (headers['idempotency-key'] ?? '').slice(-8);
    return { status: 200, text: `{"accepted":true,"id":"CRM-${id}"}` };
  };
