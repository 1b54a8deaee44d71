import { Button } from '@mantine/core';
import { SectionCard } from '../../../ui/section-card.tsx';
import classes from './campaign-summary.module.css';
import { HoursGrid } from './hours-grid.tsx';
import { isAlways } from './prepare-hours.ts';
import type { Step } from './prepare-problems.ts';
import type { ReviewPart } from './prepare-review.ts';
import type { CampaignFields } from './prepare-values.ts';
import { zipsByState } from './prepare-zips.ts';
import { StateMap } from './state-map.tsx';

interface CampaignSummaryProps {
  parts: readonly ReviewPart[];
  fields: CampaignFields;
  /** Left out where nothing can be changed. */
  onOpen?: (step: Step) => void;
}

const hasPlaces = ({ states, zips, exclude }: CampaignFields['geo']): boolean =>
  states.length + zips.length + exclude.states.length > 0;

const Picture = ({ step, fields }: { step: Step; fields: CampaignFields }) => {
  const { geo, hours } = fields;
  if (step === 'geo' && hasPlaces(geo))
    return (
      <div className={classes.picture}>
        <StateMap
          label="Map of the places"
          included={geo.states}
          excluded={geo.exclude.states}
          zips={new Map(zipsByState(geo.zips).map(({ state, count }) => [state, count]))}
        />
      </div>
    );
  if (step === 'hours' && !isAlways(hours.days))
    return (
      <div className={classes.picture}>
        <HoursGrid days={hours.days} />
      </div>
    );
  return null;
};

/** Everything that a campaign is, in words, each part with the way to change it. */
export const CampaignSummary = ({ parts, fields, onOpen }: CampaignSummaryProps) => (
  <div className={classes.parts}>
    {parts.map(({ step, title, rows }) => (
      <SectionCard
        key={step}
        title={title}
        action={
          onOpen && (
            <Button size="compact-xs" variant="subtle" aria-label={`Change ${title}`} onClick={() => onOpen(step)}>
              Change
            </Button>
          )
        }
      >
        <dl className={classes.rows}>
          {rows.map(({ label, value }) => (
            <div key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Picture step={step} fields={fields} />
      </SectionCard>
    ))}
  </div>
);
