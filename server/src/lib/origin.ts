/** The way a change was made: a screen, a file, an API call of another system, or a job. */
type ChangeWay = 'screen' | 'file' | 'call' | 'job';

/** Where a change came from: facts of a request or job for the audit log. */
export interface Origin {
  route: string;
  ip: string | null;
  userAgent: string;
  requestId: string;
  /** The API key of the request. */
  apiKey?: number | null;
  /** Set where the request alone does not show it: an applied file, a post with a posting key. */
  way?: ChangeWay;
}

/** A request has an IP address, a job has none; an API key means another system. */
export const wayOf = ({ way, apiKey, ip }: Origin): ChangeWay => {
  if (way !== undefined) return way;
  if (apiKey !== undefined && apiKey !== null) return 'call';
  return ip === null || ip === '' ? 'job' : 'screen';
};
