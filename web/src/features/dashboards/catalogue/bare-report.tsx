import { labelsOf, type EmbeddedAnswer, type EmbeddedReport, widgetColumns, withAttributed } from '@paceline/contract';
import { useId, useMemo, useState } from 'react';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import type { Slot } from '../dashboards.ts';
import { basisNotes } from '../prepare-basis.ts';
import { datesOf } from '../prepare-dates.ts';
import type { Sort } from '../prepare-sort.ts';
import { WidgetBodyView } from '../widget-body.tsx';
import card from '../widget-card.module.css';
import { slotsOf } from './prepare-report.ts';
import classes from './report-page.module.css';

interface PartProps extends Pick<EmbeddedReport, 'group' | 'variant'> {
  place: Slot;
  asked: EmbeddedAnswer;
}

const Part = ({ place, asked, group, variant }: PartProps) => {
  const { answer, body, widget } = asked;
  const id = useId();
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(
    () => withAttributed(widgetColumns(widget, labelsOf(variant), group, answer), answer.attributedToLeads),
    [widget, variant, group, answer],
  );
  const shown = useMemo(() => columns.filter(({ hidden }) => hidden === undefined), [columns]);
  return (
    <section className={card.card} data-wide aria-labelledby={id}>
      <header className={card.head}>
        <div>
          <h2 id={id} className={card.title}>
            {place.title}
          </h2>
          <p className={card.range}>{datesOf(answer, false)}</p>
        </div>
      </header>
      {answer.data.length === 0 ? (
        <p className={card.empty}>No data for these dates.</p>
      ) : (
        <WidgetBodyView
          title={place.title}
          body={body}
          view={place.view}
          answer={answer}
          columns={columns}
          tableColumns={shown}
          tall={false}
          sort={sort}
          onSort={setSort}
          isRanked={false}
        />
      )}
      <UnattributedLine unattributed={answer.unattributed} isBare />
      {[...basisNotes(answer, columns), ...answer.notes].map((note) => (
        <p key={note} className={card.note}>
          {note}
        </p>
      ))}
    </section>
  );
};

/** A report of the catalogue without anything around it: no menu, no choices, no files; charts tell their figures. */
export const BareReport = ({ embedded }: { embedded: EmbeddedReport }) => {
  const { name, report, ownerName, answers } = embedded;
  return (
    <main className={classes.bare}>
      <h1 className={classes.bareTitle}>{report.title}</h1>
      <p className={classes.question}>{`${ownerName}. ${report.question}`}</p>
      <div className={classes.parts}>
        {slotsOf(name, report).map((place) => {
          const ownAnswer = answers.find(({ slot }) => slot === place.widget);
          return ownAnswer && <Part key={place.slot} place={place} asked={ownAnswer} {...embedded} />;
        })}
      </div>
    </main>
  );
};
