const PREPARED = /^\/\* prepared (\w+) \*\//;
const VERB = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/;
const TABLE = /\b(?:from|into|update|call|table)\s+(?:only\s+)?((?:app\.)?[a-z_]+)/i;

/**
 * What a statement is called in a trace: the name it was prepared under, else its verb and the first table. Its values are not in its
 * text, and of the text nothing else is told.
 */
export const statementName = (statement: unknown): string => {
  const { name, text } =
    typeof statement === 'string'
      ? { name: undefined, text: statement }
      : (statement as { name?: string; text?: string });
  if (name) return name;
  const prepared = PREPARED.exec(text ?? '')?.[1];
  if (prepared !== undefined) return prepared;
  const verb = VERB.exec(text ?? '')?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(text ?? '')?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
};
