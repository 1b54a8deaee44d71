import type { GridLayout } from '../types.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSort = (value: unknown): boolean =>
  isRecord(value) && typeof value.column === 'string' && (value.direction === 'asc' || value.direction === 'desc');

/** Whether a stored value is a valid layout: other versions and programs may have written it. */
export const isLayout = (value: unknown): value is GridLayout =>
  isRecord(value) &&
  isTexts(value.order) &&
  isTexts(value.hidden) &&
  isRecord(value.widths) &&
  Object.values(value.widths).every((width) => typeof width === 'number' && width > 0) &&
  Array.isArray(value.sort) &&
  value.sort.every(isSort) &&
  isRecord(value.filters) &&
  Object.values(value.filters).every((filter) => typeof filter === 'string' || isTexts(filter)) &&
  typeof value.filtersOpen === 'boolean' &&
  ['compact', 'standard', 'comfortable'].includes(value.density as string);
