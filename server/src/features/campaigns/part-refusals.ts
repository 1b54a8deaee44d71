import { type ErrorCode } from '@paceline/contract';
import { AppError, renameFields } from '../../lib/app-error.ts';

/** These refusals are returned before all others: until they are settled, the others mean nothing. */
const FIRST: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'CAMPAIGN_STATUS', 'STALE_ROW'];

/** The refusal with the part in each field's name; one without fields is about the part as a whole. */
export const inPart = (part: string, error: AppError): AppError => {
  const { code, message, errors = [] } = error;
  const isNamed = (field: string): boolean => field === part || field.startsWith(`${part}.`);
  // A month of one campaign is saved as a sheet of one row.
  const nameOf = (field: string): string => `${part}.${field.replace('rows.0.changes.', '')}`;
  if (errors.length > 0) return renameFields(error, (field) => (isNamed(field) ? field : nameOf(field)));
  const kind = code === 'STALE_ROW' ? 'conflict' : 'refused';
  return new AppError(code, { message, errors: [{ field: part, code: kind, message }] });
};

/** Runs the parts of a save one after the other and collects their refusals, so that all are reported at once. */
export const createPartRefusals = () => {
  const refusals: AppError[] = [];
  return {
    /** The result of the part; undefined where it was refused. */
    attempt: async <T>(part: string, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refusals.push(inPart(part, error));
        return undefined;
      }
    },
    throwAny: (): void => {
      const code = FIRST.find((one) => refusals.some((refusal) => refusal.code === one)) ?? refusals[0]?.code;
      const [first, ...others] = refusals.filter((refusal) => refusal.code === code);
      if (first === undefined) return;
      const errors = [first, ...others].flatMap((refusal) => refusal.errors ?? []);
      throw new AppError(first.code, { message: first.message, errors });
    },
  };
};
