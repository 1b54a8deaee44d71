import { setTimeout as sleep } from 'node:timers/promises';
import { pick, randomFrom } from '../random.mjs';
import { drawEdit } from './soak-edits.mjs';

const MAX_EDITS = 12;
const ROLLED_BACK = 0.1;
/** A deadlock or serialization failure between two writers: one of them has to retry. */
const TRY_AGAIN = new Set(['40P01', '40001']);

/** A transaction of some edits. Others see its inserts and deletes once it is committed. */
const runTransaction = async (client, soak, asOwner, tally) => {
  const { random } = soak;
  const edits = Array.from({ length: 1 + Math.floor(random() * MAX_EDITS) }, () => drawEdit(random, asOwner));
  const rows = [];
  const gone = [];
  await client.query('begin');
  if (!asOwner)
    await client.query(`select set_config('app.owner_keys', $1, true), set_config('app.user_group', 'ag', true)`, [
      `{${soak.ownerKeys.join(',')}}`,
    ]);
  for (const edit of edits) {
    const result = await edit.run(client, soak);
    if (result?.made) rows.push(result.made);
    if (result?.gone) gone.push(result.gone);
  }
  if (random() < ROLLED_BACK) {
    await client.query('rollback');
    tally.rolledBack += 1;
    return;
  }
  await client.query('commit');
  tally.transactions += 1;
  for (const { name } of edits) tally.edits.set(name, (tally.edits.get(name) ?? 0) + 1);
  tally.count += edits.length;
  soak.leads.push(...rows);
  for (const one of gone) soak.leads.splice(soak.leads.indexOf(one), 1);
};

/** Edits until done, in step with the kills, so that none of them meets an idle database. */
export const runWriter = async ({ connect, soak, tally, seed, isDone, isAhead }) => {
  const own = { ...soak, random: randomFrom(seed) };
  const clients = { app: await connect('app'), owner: await connect('owner') };
  try {
    while (!isDone()) {
      if (isAhead()) {
        await sleep(20);
        continue;
      }
      const role = pick(own.random, ['app', 'app', 'app', 'owner']);
      try {
        await runTransaction(clients[role], own, role === 'owner', tally);
      } catch (error) {
        if (!TRY_AGAIN.has(error.code)) throw error;
        await clients[role].query('rollback');
        tally.triedAgain += 1;
      }
    }
  } finally {
    await clients.app.end();
    await clients.owner.end();
  }
};
