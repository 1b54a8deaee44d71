import { PlainError } from '../say.mjs';

const PASSWORD = 'Paceline@Demo2026';

/** The headers of a demo user's session. */
export const signIn = async (base, username) => {
  const response = await fetch(`${base}/auth/oauth/generatetoken`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('paceline-web:paceline-web-public').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'password', username, password: PASSWORD }),
  });
  const { data } = await response.json();
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { authorization: `Bearer ${data.access_token}`, cookie };
};

/** All campaigns of the current month. */
export const readRows = async (base, headers, owner) => {
  const response = await fetch(`${base}/api/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${owner}`, {
    headers,
  });
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (!lines.at(-1)?.__end) throw new PlainError('The list was cut.');
  return lines.slice(0, -1);
};

/** Saves a row; returns the status and the row's new version. */
export const saver = (base, headers, owner) => async (campaignKey, rowVersion, changes) => {
  const response = await fetch(`${base}/api/ag/${owner}/allocations/current/save`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [{ campaignKey, rowVersion, changes }] }),
  });
  const body = await response.json();
  return { status: response.status, version: body.data?.rows?.[0]?.rowVersion };
};
