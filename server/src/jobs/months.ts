import { z } from 'zod';
import { type Facts } from '../db/facts/facts.ts';
import { type Clock } from '../lib/clock.ts';
import { defineJob, handleJob, type Job } from './define-job.ts';

/** Runs nightly, so that every row finds a partition for its month. */
const ensureMonths = defineJob({ name: 'ensureMonths', payload: z.looseObject({}) });
export const ENSURE_MONTHS_CRON = `0 3 * * * ${ensureMonths.name}`;

const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

/** From last month, for late rows, to the month after next. */
export const ensureMonthsNow = (facts: Facts, clock: Clock): Promise<void> => {
  const now = clock.now().getTime();
  return facts.ensureMonths(new Date(now - MONTH_MS), new Date(now + 2 * MONTH_MS));
};

export const ensureMonthsJob = (facts: Facts, clock: Clock): Job =>
  handleJob(ensureMonths, () => ensureMonthsNow(facts, clock));
