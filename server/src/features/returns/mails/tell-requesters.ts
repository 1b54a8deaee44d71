import { groupOfUserType, type ReturnDecision } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { getSenderName } from '../../../shared/mail-sender.ts';
import { queueMail } from '../../../shared/mail.ts';
import { type StoredReturn } from '../decide/decide.queries.ts';
import { decisionMail } from './return-mails.ts';

interface Told {
  deps: { publicUrl: string };
  /** The deciding user, who needs no mail. */
  userKey: number | null;
}

/** One mail to each requester, about all requests decided at once. */
export const tellRequesters = async (
  tx: Tx,
  { deps, userKey }: Told,
  decided: readonly StoredReturn[],
  decision: ReturnDecision,
): Promise<void> => {
  const [first] = decided;
  const byRequester = Map.groupBy(
    decided.filter(({ requestedBy }) => requestedBy !== null && requestedBy !== userKey),
    ({ requestedBy }) => requestedBy,
  );
  if (first === undefined || byRequester.size === 0) return;
  const { rows: readers } = await sql<{ userKey: number; email: string; firstName: string; userType: string }>`
    select user_key as "userKey", email, first_name as "firstName", user_type as "userType" from user_account
    where user_key = any (${[...byRequester.keys()]}::int[]) and active
  `.execute(tx);
  const sender = await getSenderName(tx);
  for (const { userKey: reader, userType, ...to } of readers) {
    const leadIds = (byRequester.get(reader) ?? []).map(({ leadId }) => leadId);
    const isClient = groupOfUserType(userType) === 'cl';
    await queueMail(
      tx,
      decisionMail({ ...to, isClient }, { decision, leadIds, ownerKey: first.ownerKey }, { ...deps, sender }),
    );
  }
};
