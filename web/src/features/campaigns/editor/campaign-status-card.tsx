import type { Campaign } from '@paceline/contract';
import { formatDay } from '../../../lib/format.ts';
import { StatusFacts } from '../status/status-facts.tsx';
import classes from './editor.module.css';

/** The campaign’s status with its reasons, what changes it next, and the pause that is on or set. */
export const CampaignStatus = ({ campaign }: { campaign: Campaign }) => {
  const { pause, timeZone } = campaign;
  return (
    <section className={classes.status} aria-label="Status">
      <StatusFacts campaign={campaign} timeZone={timeZone} />
      {pause && (
        <p className={classes.hint}>
          Paused from {formatDay(pause.startsOn)}
          {pause.endsOn ? ` to ${formatDay(pause.endsOn)}` : ' until somebody resumes it'}
          {pause.reason && `: ${pause.reason}`}
        </p>
      )}
    </section>
  );
};
