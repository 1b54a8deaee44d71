import { z } from 'zod';
import { type FactDifference, type Facts } from '../db/facts/facts.ts';
import { type Clock } from '../lib/clock.ts';
import { pastDifferences } from '../metrics/stored-days/close-days.ts';
import { storeRecounts } from '../metrics/recounts.ts';
import { defineJob, handleJob, type Job } from './define-job.ts';

/** Runs nightly, when there are few writes. */
const recount = defineJob({ name: 'recount', payload: z.looseObject({}) });
export const RECOUNT_CRON = `10 2 * * * ${recount.name}`;

/** Differences that are written but not folded yet look like errors: only those that persist over this many looks are. */
const LOOKS = 3;

const fold = async (facts: Facts): Promise<void> => {
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
};

const nameOf = ({ ownerKey, day, campaignKey, counter }: FactDifference): string =>
  JSON.stringify([ownerKey, day, campaignKey, counter]);

/** Recomputes every rollup from the raw rows and returns the differences that persist. */
export const lastingDifferences = async (facts: Facts, clock: Clock): Promise<FactDifference[]> => {
  const look = async (): Promise<FactDifference[]> => {
    await fold(facts);
    return [...(await facts.differences()), ...(await pastDifferences(facts.run, clock.now()))];
  };
  let differences = await look();
  for (let looks = 1; looks < LOOKS && differences.length > 0; looks += 1) {
    const before = new Set(differences.map(nameOf));
    differences = (await look()).filter((one) => before.has(nameOf(one)));
  }
  return differences;
};

/** Recounts, stores the differences by owner, and returns their number. */
export const recountNow = async (facts: Facts, clock: Clock): Promise<number> => {
  const differences = await lastingDifferences(facts, clock);
  await facts.run((tx) => storeRecounts(tx, clock.now(), differences));
  return differences.length;
};

export const recountJob = (facts: Facts, clock: Clock): Job =>
  handleJob(recount, async () => void (await recountNow(facts, clock)));
