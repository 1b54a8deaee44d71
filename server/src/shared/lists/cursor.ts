import { AppError } from '../../lib/app-error.ts';

/** The last row of a page: its value in the sort column, and its key, as Postgres formats them. */
export interface Cursor {
  at: string | null;
  key: string;
}

export const refusedPlace = (field: 'after' | 'page', message: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code: 'place', message }] });
const refused = (): AppError => refusedPlace('after', 'is not where a page of this list ended');

export const writeCursor = (sort: string, { at, key }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, at, key])).toString('base64url');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw refused();
  }
};

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** Validated, as the caller may have changed it; a cursor of another sort order is refused. */
export const readCursor = (sort: string, text: string): Cursor => {
  const parts = parse(text);
  if (!Array.isArray(parts) || parts.length !== 3) throw refused();
  const [of, at, key] = parts as unknown[];
  if (of !== sort || !isText(key) || !(at === null || isText(at))) throw refused();
  return { at, key };
};

/** A value that does not fit its column makes Postgres raise a data exception (class 22). */
export const orRefuseCursor = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw typeof code === 'string' && code.startsWith('22') ? refused() : error;
  }
};
