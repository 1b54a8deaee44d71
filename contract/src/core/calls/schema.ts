import { z } from 'zod';

/** A record's key in a path or a query: a positive whole number in plain digits, without coercion from other forms. */
export const keyParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
  .transform(Number)
  .refine((key) => key <= 2_147_483_647, 'must be a whole number');

/** A record's key in a body or an answer. */
export const key = z.int().positive().max(2_147_483_647);

/** A month in a request, as `2026-10` or by its first day `2026-10-01`; read as its first day. */
export const monthSent = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])(-01)?$/, 'must be a month, such as 2026-10')
  .transform((month) => (month.length === 7 ? `${month}-01` : month));

/** A point in time on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** How a save treats the version that was read, for the summary of each call that takes one. */
export const WITH_VERSION = {
  merges: 'with a version it is refused if that is no longer the current one, without it only what is given changes',
  replaces:
    'with a version it is refused if that is no longer the current one, without it the whole list or part is replaced',
} as const;
