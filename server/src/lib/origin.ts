/** By what way a change came: a page of the product, a file, a call of another system, or a job of Paceline itself. */
type ChangeWay = 'screen' | 'file' | 'call' | 'job';

/** Where a change came from: the facts of a request, or of a job, that end up in the audit log. */
export interface Origin {
  route: string;
  ip: string | null;
  userAgent: string;
  requestId: string;
  /** The API key that a request came with. */
  apiKey?: number | null;
  /** Where the request alone does not tell it: a file that is applied, a post with a posting key. */
  way?: ChangeWay;
}

/** A request has an address, a job has none; whoever shows an API key is another system. */
export const wayOf = ({ way, apiKey, ip }: Origin): ChangeWay => {
  if (way !== undefined) return way;
  if (apiKey !== undefined && apiKey !== null) return 'call';
  return ip === null || ip === '' ? 'job' : 'screen';
};
