import type { Proposal } from '@paceline/contract';
import classes from './proposal.module.css';

/** Explains how a proposal is computed; owner-specific details come with the proposal. */
export const HowDecided = ({ proposal }: { proposal: Proposal }) => (
  <details className={classes.how}>
    <summary>How this is decided</summary>
    <ul>
      <li>
        Units move to reach the goal as far as possible without raising the planned spend (units × price) of any client
        or line item. Only campaigns that cost no more than the average of their client or line item receive units.
      </li>
      <li>
        No campaign goes above its capacity, daily cap, approved units or your cap, or below your floor or what is
        delivered already. No line item goes above its budget; one that is above it already gets no more. Paused and
        stopped campaigns get nothing.
      </li>
      <li>
        A unit moves only if it brings about 10 % more than where it is. A soft allocation above the new allocation is
        lowered with it.
      </li>
      {proposal.decidedBy.map((words) => (
        <li key={words}>{words}</li>
      ))}
      {proposal.leftAlone.length > 0 && (
        <li>Left alone: {proposal.leftAlone.map(({ reason, campaigns }) => `${campaigns} (${reason})`).join(', ')}.</li>
      )}
      {proposal.timedOut && <li>Time ran out before the best result was certain. This is the best one so far.</li>}
    </ul>
  </details>
);
