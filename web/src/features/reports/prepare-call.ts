import { fillPath, reportQuestion, type ReportQuestion, type UserGroup } from '@paceline/contract';

/** The page's API call for another system: its body, and a shell command. */
export const callTexts = (
  question: ReportQuestion,
  ownerKey: number | null,
  group: UserGroup,
  origin: string,
): { json: string; curl: string } => {
  const body = { ...(ownerKey !== null && { ownerKey }), question };
  const url = `${origin}/api${fillPath(reportQuestion.path, {}, group)}`;
  // A quote ends a shell string: close it, escape the quote, and reopen.
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return {
    json: JSON.stringify(body, null, 2),
    curl: `curl -X POST '${url}' -H 'authorization: Bearer YOUR_API_KEY' -H 'content-type: application/json' -d '${quoted}'`,
  };
};
