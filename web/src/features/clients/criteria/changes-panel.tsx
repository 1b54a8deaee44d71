import { Text, Title } from '@mantine/core';
import { CRITERIA_SECTIONS, type CriteriaChange, type CriteriaSection } from '@paceline/contract';
import { Note } from '../../../ui/pieces/note.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import classes from './criteria.module.css';

export const ChangeList = ({ changes }: { changes: readonly CriteriaChange[] }) => (
  <PlainList gap={10} fz="sm">
    {changes.map(({ path, section, label, before, after }) => (
      <li key={path}>
        <Text span size="xs" display="block" c="dimmed">
          {CRITERIA_SECTIONS[section]}: {label}
        </Text>
        <span className={classes.values}>
          <del>{before}</del> <span aria-label="to">→</span> <strong>{after}</strong>
        </span>
      </li>
    ))}
  </PlainList>
);

/** The changes to be saved, in words. */
export const ChangesPanel = ({ changes }: { changes: readonly CriteriaChange[] }) => (
  <section className={classes.side} aria-labelledby="criteria-changes">
    <Title id="criteria-changes" order={2} mb={8} fw={600} fz="md">
      Changes ({changes.length})
    </Title>
    {changes.length === 0 ? <Note my={8}>Nothing is changed.</Note> : <ChangeList changes={changes} />}
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
              <Text span size="xs" c="var(--mantine-color-error)">
                errors
              </Text>
            ) : (
              changed.has(section) && (
                <Text span size="xs" c="var(--mantine-color-anchor)">
                  changed
                </Text>
              )
            )}
          </button>
        </li>
      ))}
    </ul>
  </nav>
);
