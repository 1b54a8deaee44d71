import type { Proposal } from '@paceline/contract';
import classes from './proposal.module.css';

/** Explains how a proposal is computed; owner-specific details come with the proposal. */
export const HowDecided = ({ proposal }: { proposal: Proposal }) => (
  <details className={classes.how}>
    <summary>How this is decided</summary>
    <ul>
      <li>
        Whole units are moved so that the aim is reached as far as possible, while the planned spend (units at their
        prices) of each client or line item is not raised. Only campaigns that cost no more than their client or line
        item on the whole are given units.
      </li>
      <li>
        No campaign goes above its capacity, its daily cap, what the client has approved, or your cap, nor below your
        floor or what is delivered already. No line item goes above its budget; one that is above it already gets no
        more. Paused and stopped campaigns get nothing.
      </li>
      <li>
        A unit is moved only where it brings at least about a tenth more than where it is. A soft allocation that would
        be above the new allocation comes down with it.
      </li>
      {proposal.decidedBy.map((words) => (
        <li key={words}>{words}</li>
      ))}
      {proposal.leftAlone.length > 0 && (
        <li>Left alone: {proposal.leftAlone.map(({ reason, campaigns }) => `${campaigns} (${reason})`).join(', ')}.</li>
      )}
      {proposal.timedOut && <li>The time was over before the best was certain: this is the best that was found.</li>}
    </ul>
  </details>
);
