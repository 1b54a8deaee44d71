import { type MetricVertical } from './metrics/types.ts';

/** How one stage of the funnel is called: one of it, many, in front of "Rate", and behind "Cost Per". */
interface StageWords {
  one: string;
  many: string;
  rate: string;
  per: string;
}
const words = (one: string, more: Partial<StageWords> = {}): StageWords => ({
  one,
  many: `${one}s`,
  rate: one,
  per: one,
  ...more,
});

const DEFAULT = {
  contact: words('Contact'),
  appointment: words('Appointment'),
  interview: words('Interview'),
  visit: words('Visit'),
  application: words('Application'),
  enrollment: words('Enrollment'),
  start: words('Start'),
};
type LabelSet = typeof DEFAULT;

/** Headers only: keys and milestone codes never change. */
export const LABEL_SETS = {
  default: DEFAULT,
  sales: {
    ...DEFAULT,
    interview: words('Estimate'),
    visit: words('Start'),
    enrollment: words('Sale', { rate: 'Sales' }),
    start: words('Close', { per: 'Closes' }),
  },
} as const satisfies Record<string, LabelSet>;
export type LabelSetName = keyof typeof LABEL_SETS;
export const LABEL_SET_NAMES = ['default', 'sales'] as const satisfies LabelSetName[];

/** Whose words a set has. */
const VERTICALS = { default: 'education', sales: 'home' } as const satisfies Record<LabelSetName, MetricVertical>;
export const verticalOfLabels = (set: LabelSetName): MetricVertical => VERTICALS[set];

export const labelSetOf = (name: string | null): LabelSetName =>
  name !== null && Object.hasOwn(LABEL_SETS, name) ? (name as LabelSetName) : 'default';

const TOKEN = /\{(\w+)\.(\w+)\}/g;

/** `MTD {enrollment.many}` → "MTD Enrollments", or "MTD Sales". */
export const fillLabel = (label: string, set: LabelSetName): string => {
  const stages: Partial<Record<string, StageWords>> = LABEL_SETS[set];
  return label.replace(TOKEN, (token, stage: string, form: string) => {
    const forms: Partial<Record<string, string>> = { ...stages[stage] };
    return forms[form] ?? token;
  });
};
