import { CRITERIA_SECTIONS, type CriteriaChange, type CriteriaSection } from '@paceline/contract';
import classes from './criteria.module.css';

export const ChangeList = ({ changes }: { changes: readonly CriteriaChange[] }) => (
  <ul className={classes.changes}>
    {changes.map(({ path, section, label, before, after }) => (
      <li key={path}>
        <span className={classes.what}>
          {CRITERIA_SECTIONS[section]}: {label}
        </span>
        <span className={classes.values}>
          <del>{before}</del> <span aria-label="to">→</span> <strong>{after}</strong>
        </span>
      </li>
    ))}
  </ul>
);

/** What would be saved, in words. */
export const ChangesPanel = ({ changes }: { changes: readonly CriteriaChange[] }) => (
  <section className={classes.side} aria-labelledby="criteria-changes">
    <h2 id="criteria-changes" className={classes.sideTitle}>
      Changes ({changes.length})
    </h2>
    {changes.length === 0 ? <p className={classes.none}>Nothing is changed.</p> : <ChangeList changes={changes} />}
  </section>
);

interface SectionNavProps {
  current: CriteriaSection;
  changed: ReadonlySet<CriteriaSection>;
  wrong: ReadonlySet<CriteriaSection>;
  onOpen: (section: CriteriaSection) => void;
}

export const SectionNav = ({ current, changed, wrong, onOpen }: SectionNavProps) => (
  <nav aria-label="Sections" className={classes.nav}>
    <ul>
      {(Object.entries(CRITERIA_SECTIONS) as [CriteriaSection, string][]).map(([section, title]) => (
        <li key={section}>
          <button type="button" aria-current={section === current ? 'true' : undefined} onClick={() => onOpen(section)}>
            {title}
            {wrong.has(section) ? (
              <span className={classes.wrong}>errors</span>
            ) : (
              changed.has(section) && <span className={classes.changed}>changed</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  </nav>
);
