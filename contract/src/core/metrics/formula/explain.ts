import { fillLabel, type Labels } from '../../access/label-sets.ts';
import { type UserGroup } from '../../access/user-groups.ts';
import { type Counted, countingOf } from './counting.ts';
import { ADDITIVE_FACTS, COVERED_PARTS, type CoveredPartKey, type PartKey } from './facts.ts';
import { FACT_WORDS, OWN_WORDS, PERIOD_PART_WORDS } from './formula-words.ts';
import { METRICS, type MetricKey, partsOf } from '../metrics.ts';

const isCovered = (part: PartKey): part is CoveredPartKey => Object.hasOwn(COVERED_PARTS, part);
const isFact = (part: PartKey): part is keyof typeof ADDITIVE_FACTS => Object.hasOwn(ADDITIVE_FACTS, part);

const partWords = (part: PartKey): string => {
  if (part === 'spend') return 'spend';
  if (isFact(part)) return FACT_WORDS[part];
  if (!isCovered(part)) return PERIOD_PART_WORDS[part];
  const { of, having } = COVERED_PARTS[part];
  return `${partWords(of)} of those with ${PERIOD_PART_WORDS[having]}`;
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The formula in words: "Spend ÷ valid inquiries". */
export const formulaText = (key: MetricKey, set: Labels, group: UserGroup | null = null): string => {
  const metric = METRICS[key];
  const own = OWN_WORDS[key];
  const names = partsOf(key).map(partWords);
  const words =
    own ?? (metric.basis === 'derived' ? metric.words(...metric.parts.map(partWords)) : (names[0] ?? metric.label));
  const filled = fillLabel(words, set);
  // What others spend is what a media partner earns.
  return sentence(group === 'mp' ? filled.replaceAll(/\bspend\b/gi, 'earnings') : filled);
};

const WINDOW_TEXTS = {
  mature: 'Based on the inquiries of the last 540 days, weighted by maturity. Recent ones count more.',
  historical: 'Based on three full months of fully matured inquiries.',
} as const;
const COUNTED_TEXTS = {
  event: 'Outcomes are counted on the day they happened.',
  cohort: 'Outcomes are counted for the inquiries of these days. Recent inquiries have outcomes still to come.',
} as const satisfies Record<Counted, string>;

/** The day that counts; only outcomes have two possible days. */
export const basisText = (key: MetricKey): string => {
  const { days } = METRICS[key].window;
  if (days === 'mature' || days === 'historical') return WINDOW_TEXTS[days];
  const counting = countingOf(key);
  return counting === null ? 'Counted on the day it happened.' : COUNTED_TEXTS[counting.counted];
};

const SOURCE_OF = {
  leads: 'leads',
  milestones: 'leads',
  clicks: 'leads',
  email: 'leads',
  platform: 'platform',
  website: 'website',
} as const;

/** Data sources a number depends on: spend is the cost of leads plus platform charges. */
export const sourcesOf = (key: MetricKey): ReadonlySet<'leads' | 'platform' | 'website'> =>
  new Set(
    partsOf(key)
      .map((part) => (isCovered(part) ? COVERED_PARTS[part].of : part))
      .flatMap((part): ('leads' | 'platform' | 'website')[] => {
        if (part === 'spend' || part === 'clientCost' || part === 'mediaCost') return ['leads', 'platform'];
        if (isFact(part)) return [SOURCE_OF[ADDITIVE_FACTS[part].family]];
        return part.startsWith('sp') || part === 'expectedSpend' ? ['leads', 'platform'] : ['leads'];
      }),
  );
