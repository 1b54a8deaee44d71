import { useQuery } from '@tanstack/react-query';
import { formatInstant, localZone } from '../../lib/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { historyQuery } from './api.ts';
import classes from './partners.module.css';

/** Who changed what about a partner. */
export const HistoryCard = ({ ownerKey, partnerKey }: { ownerKey: number; partnerKey: number }) => (
  <SectionCard title="History" note="Changes of the partner, its contacts and keys, and of its work for this owner.">
    <Loaded query={useQuery(historyQuery(ownerKey, partnerKey))} what="history" lines={3}>
      {(lines) =>
        lines.length === 0 ? (
          <p className={classes.dim}>Nothing has been changed here yet.</p>
        ) : (
          <ol className={classes.history}>
            {lines.map(({ at, by, action, changes }) => (
              <li key={`${at} ${action} ${changes.join()}`}>
                <strong>{action}</strong>
                {changes.length > 0 && <span>{changes.join('; ')}</span>}
                <span className={classes.dim}>
                  {by}, {formatInstant(at, localZone())}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  </SectionCard>
);
