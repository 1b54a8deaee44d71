import { type GoogleAdsCredential, googleCustomerId } from '@paceline/contract';
import { type OutboundAnswer, type OutboundRequest } from '../../../lib/guarded-http.ts';
import { type AskedReport, type Connector, FetchProblem, WAIT_MS } from './connector.ts';
import { cellsOf, COLUMN_NAMES, readStream, readToken } from './google-ads-answers.ts';

/** Google retires a version about a year after its release: raise it here. */
const GOOGLE_ADS_VERSION = 'v26';
const API = `https://googleads.googleapis.com/${GOOGLE_ADS_VERSION}`;
const TOKEN_URL = new URL('https://oauth2.googleapis.com/token');

/**
 * Two queries, as no resource covers a whole account: ad groups, and campaigns without any. Performance Max is the only campaign type with
 * asset groups instead.
 */
const queriesOf = ({ from, to }: AskedReport): string[] => {
  const between = `segments.date BETWEEN '${from}' AND '${to}'`;
  const columns = (without: RegExp): string => COLUMN_NAMES.filter((name) => !without.test(name)).join(', ');
  return [
    `SELECT ${columns(/^$/)} FROM ad_group WHERE ${between}`,
    `SELECT ${columns(/^ad_group\./)} FROM campaign WHERE ${between} AND campaign.advertising_channel_type = 'PERFORMANCE_MAX'`,
  ];
};

/** Google's daily report by its REST interface: a refresh token gives an access token, and each query is answered in one stream. */
export const googleAds: Connector<GoogleAdsCredential> = {
  reportName: ({ from, to }) => `Google Ads API ${GOOGLE_ADS_VERSION}, ${from} to ${to}`,
  fetch: async (http, credential, report, signal) => {
    const customerId = googleCustomerId(report.accountId);
    if (customerId === null)
      throw new FetchProblem(
        `“${report.accountId}” is no customer ID of Google Ads: it has ten digits.`,
        WAIT_MS.refused,
      );
    const send = async (request: OutboundRequest): Promise<OutboundAnswer> => {
      try {
        return await http(request, { signal });
      } catch (error) {
        const words = error instanceof Error ? error.message : 'no reason given';
        throw new FetchProblem(`${request.url.host} did not answer to the end: ${words}.`, WAIT_MS.failed);
      }
    };
    const { developerToken, clientId, clientSecret, refreshToken, loginCustomerId } = credential;
    const signIn = await send({
      method: 'POST',
      url: TOKEN_URL,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: refreshToken,
      }).toString(),
    });
    const accessToken = readToken(signIn.status, signIn.text);
    const manager = googleCustomerId(loginCustomerId);
    const texts: string[] = [];
    const rows: ReturnType<typeof cellsOf>[] = [];
    for (const query of queriesOf(report)) {
      const answer = await send({
        method: 'POST',
        url: new URL(`${API}/customers/${customerId}/googleAds:searchStream`),
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'developer-token': developerToken,
          ...(manager !== null && { 'login-customer-id': manager }),
        },
        body: JSON.stringify({ query }),
      });
      for (const result of readStream(answer.status, answer.text)) rows.push(cellsOf(result));
      texts.push(answer.text);
    }
    return { formatKey: 'google-ads-api', headers: COLUMN_NAMES, rows, texts };
  },
};
