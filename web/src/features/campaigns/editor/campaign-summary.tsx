import { Button } from '@mantine/core';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from './campaign-summary.module.css';
import { HoursGrid } from '../../../ui/hours/hours-grid.tsx';
import { countText, partlyIn } from './geo/prepare-geo.ts';
import { isAlways } from '../../../ui/hours/prepare-hours.ts';
import type { Step } from './prepare/prepare-problems.ts';
import type { ReviewPart } from './prepare/prepare-review.ts';
import type { CampaignFields } from './prepare/prepare-values.ts';
import { zipsByState } from './geo/prepare-zips.ts';
import { LazyStateMap } from './geo/lazy-state-map.tsx';
import { useGeoCount } from './geo/use-geo-count.ts';

interface CampaignSummaryProps {
  parts: readonly ReviewPart[];
  fields: CampaignFields;
  /** The client whose campuses a radius refers to; null for viewers who may not see them. */
  clientKey: number | null;
  /** Absent: read-only. */
  onOpen?: (step: Step) => void;
}

const Places = ({ fields, clientKey }: { fields: CampaignFields; clientKey: number | null }) => {
  const { geo } = fields;
  const { count } = useGeoCount(fields, clientKey);
  const hasPlaces = geo.states.length + geo.zips.length + geo.exclude.states.length > 0;
  const circle = count?.circle ?? null;
  if (!hasPlaces && circle === null) return null;
  const listed = () => new Map(zipsByState(geo.zips).map(({ state, count: zips }) => [state, zips]));
  return (
    <div className={classes.picture}>
      {count !== null && <p className={classes.counted}>{countText(count)}</p>}
      <LazyStateMap
        label="Map of the places"
        included={geo.states}
        excluded={geo.exclude.states}
        zips={count === null ? listed() : partlyIn(geo, count)}
        circle={circle}
      />
    </div>
  );
};

const Picture = ({ step, fields, clientKey }: { step: Step; fields: CampaignFields; clientKey: number | null }) => {
  const { hours } = fields;
  if (step === 'geo') return <Places fields={fields} clientKey={clientKey} />;
  if (step === 'hours' && !isAlways(hours.days))
    return (
      <div className={classes.picture}>
        <HoursGrid days={hours.days} />
      </div>
    );
  return null;
};

/** A summary of the campaign by part, each with a link to edit it. */
export const CampaignSummary = ({ parts, fields, clientKey, onOpen }: CampaignSummaryProps) => (
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
        <Picture step={step} fields={fields} clientKey={clientKey} />
      </SectionCard>
    ))}
  </div>
);
