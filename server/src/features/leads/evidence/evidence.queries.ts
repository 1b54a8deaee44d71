import { type LeadCheck, type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { readChecks, type StoredChecks } from '../../../shared/intake/stored-checks.ts';
import { isLead, type Which } from '../details.queries.ts';

/** The visitor who gave consent: reading it reveals an IP address. */
export const findVisitor = async (
  tx: Tx,
  which: Which,
): Promise<{ ip: string | null; userAgent: string | null } | undefined> => {
  const { rows } = await sql<{ ip: string | null; userAgent: string | null }>`
    select c.ip, c.user_agent as "userAgent" from lead_consent c where ${isLead(which, 'c')}
  `.execute(tx);
  return rows[0];
};

export interface Step {
  at: Date;
  from: LeadStatus | null;
  to: LeadStatus;
  reasons: string[];
  /** The results of the checks that were run. */
  checks: LeadCheck[];
}

/** Notes and user names belong to the agency and are no evidence. */
export const listSteps = async (tx: Tx, which: Which, hasDetails: boolean): Promise<Step[]> => {
  const { rows } = await sql<Omit<Step, 'checks'> & { checks: StoredChecks | null }>`
    select h.at, h.from_status as "from", h.to_status as "to", h.reasons, h.checks
    from lead_status_change h where ${isLead(which, 'h')} order by h.at, h.change_key
  `.execute(tx);
  return rows.map(({ checks, ...step }) => ({
    ...step,
    checks: checks === null ? [] : readChecks(checks, hasDetails),
  }));
};

export interface Delivery {
  attempt: number;
  at: Date;
  endpointName: string | null;
  outcome: string;
  httpStatus: number | null;
  /** Masked before it was stored. */
  request: string | null;
  response: string | null;
}

export const listDeliveries = async (tx: Tx, which: Which): Promise<Delivery[]> => {
  const { rows } = await sql<Delivery>`
    select d.attempt, d.at, e.name as "endpointName", d.outcome, d.http_status as "httpStatus", d.request, d.response
    from lead_delivery d left join delivery_endpoint e on e.owner_key = d.owner_key and e.endpoint_key = d.endpoint_key
    where ${isLead(which, 'd')} order by d.attempt
  `.execute(tx);
  return rows;
};

export interface Return {
  reason: string;
  note: string;
  requestedAt: Date;
  decision: string | null;
  decidedAt: Date | null;
  decisionNote: string;
}

export const listReturns = async (tx: Tx, which: Which): Promise<Return[]> => {
  const { rows } = await sql<Return>`
    select r.reason, r.comment as note, r.requested_at as "requestedAt", r.decision, r.decided_at as "decidedAt",
           r.decision_note as "decisionNote"
    from lead_return r where ${isLead(which, 'r')} order by r.requested_at
  `.execute(tx);
  return rows;
};

export const findUserName = async (tx: Tx, userKey: number | null): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', first_name, last_name) as name from user_account where user_key = ${userKey}
  `.execute(tx);
  return rows[0]?.name ?? '';
};
