/** Where a change came from: the facts of a request, or of a job, that end up in the audit log. */
export interface Origin {
  route: string;
  ip: string | null;
  userAgent: string;
  requestId: string;
  /** The API key that a request came with. */
  apiKey?: number | null;
}
