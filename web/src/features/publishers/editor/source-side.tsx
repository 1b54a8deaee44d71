import { Flex } from '@mantine/core';
import { type PublisherSourceRecord, SOURCE_FIGURE_DAYS } from '@paceline/contract';
import { formatCount, formatDay, formatInstant, formatPercent, localZone, NONE } from '../../../lib/text/format.ts';
import { Facts } from '../../../ui/lists/facts.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { useSourceFigures } from '../api.ts';
import classes from '../publishers.module.css';

const rateText = (percent: number | null | undefined): string => formatPercent(percent == null ? null : percent / 100);

/** A source's volume, quality and history. */
export const SourceSide = ({ source }: { source: PublisherSourceRecord }) => {
  const figures = useSourceFigures();
  const own = figures?.get(source.publisherSourceKey);
  return (
    <Flex component="aside" direction="column" gap={16}>
      <SectionCard title="Traffic" note={`Figures of the last ${SOURCE_FIGURE_DAYS} days, for this owner.`}>
        <Facts
          facts={[
            ['First seen', formatDay(source.firstSeen)],
            ['Valid leads', figures === undefined ? NONE : formatCount(own?.validLeads ?? 0)],
            ['Valid rate', rateText(own?.validRate)],
            ['Return rate', rateText(own?.returnRate)],
            ['Enroll rate', rateText(own?.enrollRate)],
            ['% matured', rateText(own?.enrollPercentMatured)],
          ]}
        />
      </SectionCard>
      <SectionCard title="History">
        {source.history.length === 0 && <p className={classes.dim}>No changes yet.</p>}
        <ol className={classes.changes}>
          {source.history.map(({ at, by, fields }) => (
            <li key={`${at} ${fields[0]?.label}`}>
              <p className={classes.dim}>
                {by ?? 'Paceline'}, {formatInstant(at, localZone())}
              </p>
              <ul className={classes.changed}>
                {fields.map(({ label, before, after }) => (
                  <li key={label}>
                    {label}: {before ?? NONE} <span aria-label="to">→</span> <strong>{after ?? NONE}</strong>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </SectionCard>
    </Flex>
  );
};
