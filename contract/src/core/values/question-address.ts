/** Defaults are left out of the address. */
const isDefault = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** A question of the report builder as Media Analysis has it in its address. */
export const writtenQuestion = (question: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(question).filter(([name, value]) => !isDefault(value) && !(name === 'chart' && value === 'table')),
    ),
  );
