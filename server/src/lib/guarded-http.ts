import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { traced, traceHeaders } from './tracing/trace.ts';

/** A host outside the public internet: our machine, our network, a cloud's metadata service. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'AddressRefused';
  }
}

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's internal service, although the address looks public. */
const CLOUD_HOST = '168.63.129.16';

/** Whether an address is on the public internet. */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  // ::ffff:a.b.c.d becomes a.b.c.d.
  const ip = ipaddr.process(text);
  if (ip.range() !== 'unicast' || ip.toString() === CLOUD_HOST) return false;
  // No address outside 2000::/3 is global, whatever its range is called: ::7f00:1 is 127.0.0.1.
  return ip instanceof ipaddr.IPv6 ? ip.match(GLOBAL_V6) : true;
};

type Resolve = typeof lookup;
/** Maximum response size, except for reports. */
const MAX_BYTES = 1_048_576;

/**
 * Connects to public addresses only. Every address that the name resolves to is checked while connecting: a name checked beforehand could
 * resolve to something else a moment later.
 */
export const guardedAgent = (resolve: Resolve = lookup, mostBytes = MAX_BYTES): Agent => {
  const guarded: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return done(error, [], 4);
      if (first === undefined || addresses.some(({ address }) => !isPublic(address)))
        return done(new AddressRefused(host), [], 4);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup: guarded, timeout: 10_000 });
  return new Agent({
    connect: (options, done) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // A literal IP address is never looked up.
      if (isIP(host) !== 0 && !isPublic(host)) return done(new AddressRefused(host), null);
      return connect(options, done);
    },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    maxResponseSize: mostBytes,
  });
};

/** Reports may be as large as a file of them. */
const MAX_REPORT_BYTES = 50 * MAX_BYTES;
export const guardedReportAgent = (): Agent => guardedAgent(lookup, MAX_REPORT_BYTES);

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers?: Record<string, string>;
  body?: string;
}
export interface OutboundAnswer {
  status: number;
  text: string;
}
/** One request to an external server. Redirects are not followed: the answer is that of the given URL. */
export type OutboundHttp = (outbound: OutboundRequest, options: { signal: AbortSignal }) => Promise<OutboundAnswer>;

export const outboundHttp =
  (dispatcher: Dispatcher): OutboundHttp =>
  ({ method, url, headers, body }, { signal }) =>
    // Only the host: the URL may contain data of the lead.
    traced(
      `${method} ${url.hostname}`,
      async (span) => {
        const answer = await request(url, {
          method,
          signal,
          dispatcher,
          headers: { ...headers, ...traceHeaders() },
          ...(body && { body }),
        });
        if (span !== null) span.facts['http.response.status_code'] = answer.statusCode;
        return { status: answer.statusCode, text: await answer.body.text() };
      },
      { kind: 'client', facts: { 'http.request.method': method, 'server.address': url.hostname } },
    );

/**
 * Why a URL may not be stored as a delivery address; null if it may. A name that does not resolve yet is accepted: it is checked again on
 * each delivery.
 */
export const addressProblem = async (text: string, resolve: Resolve = lookup): Promise<string | null> => {
  const { protocol, port, username, password, hostname } = new URL(text);
  // Mail goes through our own mail server, and folder access is checked elsewhere.
  if (protocol === 'mailto:' || protocol === 'folder:') return null;
  if (protocol === 'sftp:') {
    if (port !== '' && port !== '22' && Number(port) < 1024) return 'must have port 22 or one above 1023';
  } else if (protocol !== 'https:' || port !== '') return 'must be an https address on its usual port';
  if (username !== '' || password !== '') return 'must hold no user name or password';
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = isIP(host) === 0 ? await resolveAll(host, resolve) : [host];
  const isInside = host === 'localhost' || host.endsWith('.localhost') || addresses.some((one) => !isPublic(one));
  return isInside ? 'is not an address of the public internet' : null;
};

const resolveAll = (host: string, resolve: Resolve): Promise<string[]> =>
  new Promise((done) => {
    resolve(host, { all: true }, (error, addresses) =>
      done(error === null ? addresses.map(({ address }) => address) : []),
    );
  });

/** For local trials: any address, encrypted or not. */
export const unguardedHttp = (): OutboundHttp =>
  outboundHttp(new Agent({ headersTimeout: 30_000, bodyTimeout: 30_000, maxResponseSize: MAX_BYTES }));

/** For external addresses: HTTPS on the standard port, public addresses only. */
export const guardedHttp = (agent: Dispatcher = guardedAgent()): OutboundHttp => {
  const send = outboundHttp(agent);
  return async (outbound, options) => {
    const { protocol, port, username, password } = outbound.url;
    if (protocol !== 'https:' || port !== '' || username !== '' || password !== '')
      throw new AddressRefused(outbound.url.host);
    return send(outbound, options);
  };
};
