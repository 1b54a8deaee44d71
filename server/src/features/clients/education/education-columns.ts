import { AREAS_OF_INTEREST, DEGREE_LEVELS, EDUCATION_LEVELS, MODALITIES } from '@paceline/contract';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';

const codesOf = (values: readonly { code: string }[]): string[] => values.map(({ code }) => code);

const code = (key: string, label: string): BulkColumn => ({
  key,
  label,
  type: 'text',
  required: true,
  maxLength: 40,
  pattern: /^[\p{L}\p{N}][\p{L}\p{N} ._/&+-]*$/u,
  form: 'may have letters, digits, blanks and . _ - / & + only.',
});

/** The columns of the campus: the same in all rows of it. */
export const CAMPUS_COLUMNS: readonly BulkColumn[] = [
  { key: 'modelName', label: 'Client Model', type: 'text', maxLength: 100, clearable: false },
  { key: 'campusName', label: 'Campus Name', type: 'text', maxLength: 100, required: 'new' },
  { key: 'address', label: 'Address', type: 'text', maxLength: 200 },
  { key: 'city', label: 'City', type: 'text', maxLength: 100 },
  {
    key: 'state',
    label: 'State',
    type: 'text',
    pattern: /^[A-Za-z]{2}$/,
    form: 'must be two letters, such as TX.',
    normal: (text) => text.toUpperCase(),
  },
  { key: 'zip', label: 'ZIP', type: 'text', pattern: /^\d{5}$/, form: 'must be five digits.' },
  { key: 'phone', label: 'Phone', type: 'text', pattern: /^[\d\s().+x-]{7,30}$/i, form: 'must be a phone number.' },
  { key: 'timeZone', label: 'Time Zone', type: 'text', maxLength: 60, clearable: false },
];

const PROGRAM_COLUMNS: readonly BulkColumn[] = [
  { key: 'programName', label: 'Program Name', type: 'text', maxLength: 150, required: 'new' },
  { key: 'degreeLevel', label: 'Degree Level', type: 'text', choices: codesOf(DEGREE_LEVELS), required: 'new' },
  { key: 'modality', label: 'Modality', type: 'text', choices: codesOf(MODALITIES), required: 'new' },
  { key: 'subjectArea', label: 'Subject Area', type: 'text', choices: codesOf(AREAS_OF_INTEREST), required: 'new' },
  {
    key: 'cipCode',
    label: 'CIP Code',
    type: 'text',
    pattern: /^\d{2}(\.\d{2}(\d{2})?)?$/,
    form: 'must look like 51.3801.',
  },
  { key: 'lengthMonths', label: 'Length Months', type: 'int', min: 1, max: 120 },
  { key: 'minEducation', label: 'Min Education', type: 'text', choices: codesOf(EDUCATION_LEVELS) },
  { key: 'startDates', label: 'Start Dates', aliases: ['Start Dates (;)'], type: 'dates' },
  { key: 'landingUrl', label: 'Landing URL', type: 'text', maxLength: 2000 },
  { key: 'clientProgramCode', label: 'Client Program Code', type: 'text', maxLength: 60 },
  { key: 'active', label: 'Active', aliases: ['Active (Y/N)'], type: 'flag', clearable: false },
];

export const EDUCATION_KEYS = ['clientCode', 'campusCode', 'programCode'] as const;

const [MODEL, ...CAMPUS_DETAILS] = CAMPUS_COLUMNS as [BulkColumn, ...BulkColumn[]];

/** The columns of the education data file, in its order, for export and import. */
export const EDUCATION_COLUMNS: readonly BulkColumn[] = [
  code('clientCode', 'Client Code'),
  MODEL,
  code('campusCode', 'Campus Code'),
  ...CAMPUS_DETAILS,
  code('programCode', 'Program Code'),
  ...PROGRAM_COLUMNS,
  { key: 'rowVersion', label: 'Row Version', type: 'int', context: true },
];
