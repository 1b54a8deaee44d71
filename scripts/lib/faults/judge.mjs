import {
  checkAnswers,
  checkBank,
  checkChain,
  checkCounter,
  checkDeliveries,
  checkFiles,
  checkMoney,
  checkRegister,
  checkSet,
} from './checkers.mjs';
import { readAccounts, readDifferences, readLeads, readRegisters, readTokens, readUnits, sumOf } from './state.mjs';

const countBy = (items, keyOf) => new Map([...Map.groupBy(items, keyOf)].map(([key, all]) => [key, all.length]));
const listOf = (items, wordOf) => [...countBy(items, wordOf)].map(([word, times]) => `${times} ${word}`).join(', ');

/** Without the rows from before. */
const minus = (after, before) =>
  new Map(
    [...after].map(([key, n]) => /** @type {const} */ ([key, n - (before.get(key) ?? 0)])).filter(([, n]) => n !== 0),
  );
const billMinus = (after, before) =>
  new Map(
    [...after]
      .map(([key, { client, media }]) => {
        const old = before.get(key) ?? { client: 0, media: 0 };
        return /** @type {const} */ ([key, { client: client - old.client, media: media - old.media }]);
      })
      .filter(([, { client, media }]) => client !== 0 || media !== 0),
  );

const pricesOf = (leads) =>
  new Map(
    [...Map.groupBy(leads, ({ campaign }) => campaign)].map(([campaign, all]) => [
      campaign,
      all.reduce((sum, { client, media }) => ({ client: sum.client + client, media: sum.media + media }), {
        client: 0,
        media: 0,
      }),
    ]),
  );

/** Runs every checker on the clients' histories and the database. */
export const judge = async ({ client, history, work, sink, tally, units, bill, readWholeBill, waiting }) => {
  const leads = await readLeads(client);
  const counting = leads.filter(({ counts }) => counts);
  const accepted = new Map(
    history.posts.filter(({ status }) => status === 'VAL').map(({ leadId, campaignKey }) => [leadId, campaignKey]),
  );
  const registers = [...work.registers, ...work.fileRows];
  const lastRegisters = await readRegisters(client, registers);
  const lastAccounts = await readAccounts(client, work.accounts.keys);
  const before = sumOf(history.accounts.first);
  const totals = [...history.totals, { when: 'at the end', sum: sumOf(lastAccounts) }];
  const differences = await readDifferences(client);
  const writesTold = ({ writes }) => listOf(writes, ({ outcome }) => outcome);
  return [
    {
      name: 'set',
      told: `${leads.length} leads stored of ${history.posts.length} answers (${listOf(history.posts, ({ outcome }) => outcome)})`,
      anomalies: checkSet({ posts: history.posts, stored: leads }),
    },
    {
      name: 'register',
      told: `${registers.length} campaigns (${writesTold(history.registers)})`,
      anomalies: checkRegister({ ...history.registers, last: lastRegisters }),
    },
    {
      name: 'files',
      told: `${history.registers.files.length} files, ${history.registers.files.filter(({ isApplied }) => isApplied).length} told as applied`,
      anomalies: checkFiles({
        groups: [{ name: 'of allocations', values: work.fileRows.map((key) => lastRegisters.get(key).value) }],
      }),
    },
    {
      name: 'bank',
      told: `${totals.length} sums of ${lastAccounts.size} line items (${writesTold(history.accounts)} of both sides)`,
      anomalies: [...checkBank({ before, totals }), ...checkRegister({ ...history.accounts, last: lastAccounts })],
    },
    {
      name: 'chain',
      told: `${history.renewals.length} renewals (${listOf(history.renewals, ({ outcome }) => outcome)})`,
      anomalies: checkChain({ renewals: history.renewals, live: await readTokens(client) }),
    },
    {
      name: 'counter',
      told: `${counting.length} units, ${differences.length} differences of a recount`,
      anomalies: checkCounter({
        accepted: countBy([...accepted.values()], (campaign) => campaign),
        stored: countBy(counting, ({ campaign }) => campaign),
        counted: minus(await readUnits(client), units),
        differences,
      }),
    },
    {
      name: 'deliveries',
      told: `${accepted.size} leads accepted, ${sink.received.length} requests came, ${waiting} still wait`,
      anomalies: checkDeliveries({
        accepted: [...accepted.keys()],
        arrived: sink.received,
        stored: new Map(leads.map((lead) => [lead.leadId, lead])),
      }),
    },
    {
      name: 'money',
      told: `${counting.length} leads at the prices of both sides`,
      anomalies: checkMoney({ billed: billMinus(await readWholeBill(), bill), leads: pricesOf(counting) }),
    },
    { name: 'answers', told: 'no error of ours', anomalies: checkAnswers(tally) },
  ];
};
