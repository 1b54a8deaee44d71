import type { Campaign } from '@paceline/contract';
import { formatDay } from '../../../lib/text/format.ts';
import { StatusFacts } from '../status/status-facts.tsx';
import classes from './editor.module.css';
import type { BannerReason } from './prepare/prepare-banner.ts';
import type { Step } from './prepare/prepare-problems.ts';
import { STEP_TITLES } from './steps/prepare-steps.ts';

interface CampaignStatusProps {
  campaign: Campaign;
  /** Status reasons including unsaved edits; absent without changes. */
  reasons?: readonly BannerReason[];
  onOpen?: (step: Step) => void;
}

/** The campaign's status with its reasons, the next scheduled change, and a current or planned pause. */
export const CampaignStatus = ({ campaign, reasons, onOpen }: CampaignStatusProps) => {
  const { pause, timeZone, statusReasons } = campaign;
  const stepsOf = (code: string) => reasons?.find((reason) => reason.code === code)?.steps ?? [];
  return (
    <section className={classes.status} aria-label="Status">
      <StatusFacts
        campaign={{ ...campaign, statusReasons: reasons ? [...reasons] : statusReasons }}
        timeZone={timeZone}
        actionOf={(code) =>
          onOpen &&
          stepsOf(code).map((step) => (
            <button key={step} type="button" className={classes.link} onClick={() => onOpen(step)}>
              {step === 'allocation' ? 'Set allocation' : `Open ${STEP_TITLES[step]}`}
            </button>
          ))
        }
      />
      {pause && (
        <p className={classes.hint}>
          Paused from {formatDay(pause.startsOn)}
          {pause.endsOn ? ` to ${formatDay(pause.endsOn)}` : ' until resumed'}
          {pause.reason && `: ${pause.reason}`}
        </p>
      )}
    </section>
  );
};
