import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Note } from './note.tsx';
import classes from './section-card.module.css';

interface SectionCardProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page or a long form, with a heading. */
export const SectionCard = ({ title, note, action, children }: SectionCardProps) => {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Group gap="8px 16px" justify="space-between" align="flex-start" mb={12}>
        <div>
          <Title id={id} order={2} fz="0.9375rem">
            {title}
          </Title>
          {note && (
            <Note size="xs" mt={1} lh={1.5}>
              {note}
            </Note>
          )}
        </div>
        {action}
      </Group>
      {children}
    </section>
  );
};
