import { z } from 'zod';
import { CHANNEL_NAMES } from '../core/channels.ts';
import { KPI_CODES, KPIS } from '../core/metrics/kpis.ts';
import { choice, flag, items, keys, optionalNumber, optionalText, recordKey, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { key, monthSent } from '../core/calls/schema.ts';
import { webAddress } from '../core/values/web-address.ts';
import { CRITERION_OPERATORS, type CriterionOperator, criterionText, type GoalCriterion } from './criteria.ts';
import { amountText, isMoney, parseAmount } from './targets.ts';

export const goalMonth = z.iso.date().regex(/-01$/, 'must be the first of a month');

export const criterionOperator = z.enum(
  Object.keys(CRITERION_OPERATORS) as [CriterionOperator, ...CriterionOperator[]],
);
const goalCriterion = z.strictObject({
  criterionKey: z.string().max(40),
  operator: criterionOperator,
  values: z.array(z.union([z.string().max(100), z.number()])).max(5000),
});

/** A line item without its monthly targets, which have versions of their own. */
export const goalRecord = defineRecord({
  entity: 'goal',
  label: 'Line item',
  fields: {
    clientKey: {
      ...recordKey<number>({
        label: 'Client',
        sent: key.nullable().refine((value) => value !== null, 'Choose the client.') as z.ZodType<number, number>,
      }),
      read: key,
    },
    clientModelKey: recordKey({ label: 'Model', whenEmpty: 'All models', sent: key.nullable() }),
    goalName: text({
      label: 'Name',
      help: 'Shown in tables and reports. Unique for the client.',
      sent: z.string().trim().min(2, 'Enter a name of at least 2 characters.').max(120, 'Use at most 120 characters.'),
      read: z.string(),
    }),
    channel: {
      ...optionalText({
        label: 'Channel',
        whenEmpty: 'All channels',
        sent: z.string().max(40).nullable(),
        read: z.string().nullable(),
      }),
      words: CHANNEL_NAMES,
    },
    startMonth: text({ label: 'Start month', sent: monthSent, read: goalMonth }),
    endMonth: optionalText({
      label: 'End month',
      whenEmpty: 'No end',
      sent: monthSent.nullable(),
      read: goalMonth.nullable(),
    }),
    kpi: choice({ label: 'KPI', words: KPIS, sent: z.enum(KPI_CODES), initial: 'inquiries' }),
    cpeGoal: {
      ...optionalNumber({
        label: 'CPE goal',
        help: 'Target cost per enrollment, in dollars',
        sent: z
          .number('Enter a number.')
          .refine(isMoney, 'Enter dollars from 0 to 99,999,999.99, with at most two decimals.')
          .nullable(),
        read: z.number().nullable(),
      }),
      hold: amountText,
      send: (value: string) => {
        const amount = parseAmount(value);
        return amount === undefined ? Number.NaN : amount;
      },
    },
    hardCap: flag({
      label: 'Stop at the spend goal',
      help: 'Campaigns stop taking inquiries when the month’s spend goal is reached',
      sent: z.boolean(),
      initial: false,
    }),
    fallbackUrl: optionalText({
      label: 'Fallback URL',
      help: 'Where clicks go that a campaign does not take: paused, ended, over its cap',
      isCode: true,
      sent: webAddress({ protocol: 'https', error: 'Enter an address that begins with https://.' })
        .refine((url) => !/[{}@]/.test(url), 'Enter a plain address, without macros or a user name.')
        .nullable(),
      read: z.string().nullable(),
    }),
    pacingCurve: choice({
      label: 'Pacing',
      help: 'How the month’s spend is spread over its days',
      words: { EVEN: 'Even', SEASONAL: 'Seasonal' },
      sent: z.enum(['EVEN', 'SEASONAL']),
      initial: 'EVEN',
    }),
    criteria: {
      ...items<GoalCriterion>({
        label: 'Criteria',
        sent: z.array(goalCriterion).max(40),
        read: z.array(goalCriterion),
        tellOne: criterionText,
      }),
      // Restores the order of keys, which Postgres changes in JSON objects.
      hold: (value: GoalCriterion[]) =>
        value.map(({ criterionKey, operator, values }) => ({ criterionKey, operator, values })),
    },
    campusKeys: keys({
      label: 'Campuses',
      whenEmpty: 'All campuses',
      sent: z.array(key).max(2000),
      read: z.array(key),
    }),
    programKeys: keys({
      label: 'Programs',
      whenEmpty: 'All programs',
      sent: z.array(key).max(10_000),
      read: z.array(key),
    }),
    active: flag({
      label: 'Active',
      help: 'An inactive line item stays in reports and takes no new campaigns',
      sent: z.boolean(),
    }),
  },
  fixed: (_stored: object) => ({ clientKey: 'Cannot be changed after the line item is created.' }),
});
