import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { holdStatements, insertPayment, listPayables } from './payments.queries.ts';
import { type PayableStatement } from './payments.rules.ts';

interface Settlement {
  ownerKey: number;
  userKey: number | null;
  at: Date;
}

const cents = (amount: number): number => Math.round(amount * 100);

/** Settles a statement with a credit note, as far as both are open: a line on each. Hold both first. Returns the amount. */
export const settleWith = async (
  tx: Tx,
  { ownerKey, userKey, at }: Settlement,
  credit: PayableStatement,
  against: PayableStatement,
): Promise<number> => {
  const amount = Math.min(cents(-credit.open), cents(against.open)) / 100;
  if (amount <= 0) return 0;
  const line = { ownerKey, kind: 'CREDIT', paidOn: credit.today, note: '', userKey, at } as const;
  const { statementKey: creditKey, number: creditNumber } = credit;
  const { statementKey, number } = against;
  await insertPayment(tx, { ...line, statementKey, amount, reference: creditNumber, counterKey: creditKey });
  await insertPayment(tx, {
    ...line,
    statementKey: creditKey,
    amount: -amount,
    reference: number,
    counterKey: statementKey,
  });
  return amount;
};

/** The statements of a closing that lower earlier ones, each with those of its party and month. */
const listCredits = async (
  tx: Tx,
  ownerKey: number,
  { month, closing }: { month: string; closing: number },
): Promise<{ credit: number; against: number[] }[]> => {
  const { rows } = await sql<{ credit: number; against: number[] }>`
    select c.statement_key::int as credit, array_agg(s.statement_key::int order by s.statement_key) as against
    from billing_statement c
    join billing_statement s on s.owner_key = c.owner_key and s.month = c.month and s.side = c.side and s.total > 0
      and s.partner_key is not distinct from c.partner_key and s.client_key is not distinct from c.client_key
    where c.owner_key = ${ownerKey} and c.month = ${month}::date and c.closing = ${closing} and c.total < 0
    group by 1 order by 1
  `.execute(tx);
  return rows;
};

/** Credit notes of a closing lower what is open of the statements that they correct. What is left of them stays open. */
export const settleCredits = async (
  tx: Tx,
  settlement: Settlement,
  closed: { month: string; closing: number },
): Promise<void> => {
  const { ownerKey, at } = settlement;
  const credits = await listCredits(tx, ownerKey, closed);
  await holdStatements(
    tx,
    ownerKey,
    credits.flatMap(({ credit, against }) => [credit, ...against]),
  );
  for (const { credit, against } of credits)
    for (const key of against) {
      const payables = await listPayables(tx, ownerKey, { keys: [credit, key] }, at);
      const of = (statementKey: number) => payables.find((one) => one.statementKey === statementKey)!;
      await settleWith(tx, settlement, of(credit), of(key));
    }
};
