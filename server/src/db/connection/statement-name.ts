const PREPARED = /^\/\* prepared (\w+) \*\//;
const VERB = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/;
const TABLE = /\b(?:from|into|update|call|table)\s+(?:only\s+)?((?:app\.)?[a-z_]+)/i;

/**
 * Name of a statement in a trace: its prepared name, else its verb and first table. Parameters are not in the text, and the rest of the
 * text is not shown.
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
