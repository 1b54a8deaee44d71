import { type PaymentKind } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type PayableStatement, type StoredPayment } from './payments.rules.ts';

/** What happens to a statement is written one after the other; several are held in the order of their keys. */
export const holdStatements = async (tx: Tx, ownerKey: number, statementKeys: readonly number[]): Promise<void> => {
  for (const key of [...new Set(statementKeys)].toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${ownerKey} ${key}`}, 0))`.execute(tx);
};

/** Statements by key, or by number. */
export const listPayables = async (
  tx: Tx,
  ownerKey: number,
  { keys = [], numbers = [] }: { keys?: readonly number[]; numbers?: readonly string[] },
  now: Date,
): Promise<PayableStatement[]> => {
  const { rows } = await sql<PayableStatement>`
    select s.statement_key::int as "statementKey", s.number, s.side, s.partner_key as "partnerKey", s.client_key as "clientKey",
           s.total::float8 as total, app.statement_open(s)::float8 as open, app.is_written_off(s) as "isWrittenOff",
           (${now}::timestamptz at time zone o.time_zone)::date::text as today
    from billing_statement s join owner o using (owner_key)
    where s.owner_key = ${ownerKey}
      and (s.statement_key = any (${[...keys]}::bigint[]) or s.number = any (${[...numbers]}::text[]))
    order by s.statement_key
  `.execute(tx);
  return rows;
};

/** Payments that nobody reversed. */
export const listStanding = async (
  tx: Tx,
  ownerKey: number,
  statementKeys: readonly number[],
): Promise<StoredPayment[]> => {
  const { rows } = await sql<StoredPayment>`
    select p.payment_key::int as "paymentKey", p.statement_key::int as "statementKey", p.kind, p.reference,
           p.paid_on::text as "paidOn", p.amount::float8 as amount, p.counter_key::int as "counterKey"
    from billing_statement s cross join lateral app.standing_payments(s) p
    where s.owner_key = ${ownerKey} and s.statement_key = any (${[...statementKeys]}::bigint[])
    order by p.payment_key
  `.execute(tx);
  return rows;
};

interface NewPayment {
  ownerKey: number;
  statementKey: number;
  kind: PaymentKind;
  paidOn: string;
  amount: number;
  reference: string;
  note: string;
  counterKey?: number;
  /** The payment that it reverses. */
  reversesKey?: number;
  userKey: number | null;
  at: Date;
}

/** Hold its statement first. */
export const insertPayment = async (tx: Tx, payment: NewPayment): Promise<number> => {
  const { ownerKey, statementKey, kind, reference } = payment;
  const { rows } = await sql<{ paymentKey: number }>`
    insert into billing_payment (owner_key, statement_key, side, partner_key, kind, paid_on, amount, reference, attempt, note,
      counter_key, reverses_key, made_by, made_at)
    select s.owner_key, s.statement_key, s.side, s.partner_key, ${kind}, ${payment.paidOn}::date, ${payment.amount}::numeric, ${reference},
           -- A second payment of a reference that is not reversed has the same count, and is refused.
           (select count(*)::int + 1 from billing_payment p join billing_payment r on r.owner_key = p.owner_key and r.reverses_key = p.payment_key
            where p.owner_key = s.owner_key and p.statement_key = s.statement_key and p.kind = 'PAYMENT'
              and lower(p.reference) = lower(${reference})),
           ${payment.note}, ${payment.counterKey ?? null}, ${payment.reversesKey ?? null}, ${payment.userKey}, ${payment.at}
    from billing_statement s where s.owner_key = ${ownerKey} and s.statement_key = ${statementKey}
    returning payment_key::int as "paymentKey"
  `.execute(tx);
  return rows[0]!.paymentKey;
};
