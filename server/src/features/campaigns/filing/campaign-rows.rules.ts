import { isCampaignCode, usStateOf } from '@paceline/contract';

type FileValue = string | number | boolean | null;
export type FileValues = Readonly<Record<string, FileValue>>;

interface CellRemark {
  column: string;
  message: string;
  warning?: boolean;
}

const LIST_SEPARATOR = ';';

/** The parts of a list cell, each once, in their order. */
export const partsOf = (text: FileValue | undefined): string[] =>
  typeof text === 'string'
    ? [
        ...new Set(
          text
            .split(LIST_SEPARATOR)
            .map((part) => part.trim())
            .filter(Boolean),
        ),
      ].toSorted()
    : [];

/** A list in the spelling in which it is stored and exported. */
export const normalList = (text: string): string => partsOf(text).join(LIST_SEPARATOR);
export const normalStates = (text: string): string =>
  partsOf(
    partsOf(text)
      .map((state) => usStateOf(state) ?? state)
      .join(LIST_SEPARATOR),
  ).join(LIST_SEPARATOR);

export const stateRemarks = (text: FileValue | undefined): CellRemark[] => {
  const unknown = partsOf(text).filter((state) => usStateOf(state) === null);
  return unknown.length === 0
    ? []
    : [{ column: 'states', message: `States has a state that is not known: ${unknown.join(', ')}.` }];
};

/** A row after the change: the present values with those of the file. */
export const merged = (current: Readonly<Record<string, unknown>> | null, after: FileValues): FileValues =>
  ({ ...current, ...after }) as FileValues;

export const codeRemark = (code: FileValue | undefined): CellRemark[] =>
  code === undefined || code === null || isCampaignCode(String(code))
    ? []
    : [{ column: 'campaignCode', message: 'Campaign Code must be 3 to 30 letters, digits, - or _.' }];

export const dateRemarks = ({ startDate, endDate }: FileValues): CellRemark[] =>
  typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
    ? [{ column: 'endDate', message: 'End date must be on or after start date.' }]
    : [];
