import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  /** What stands above the page, from the outside in. */
  trail?: readonly { label: string; href?: string }[];
  description?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

export const PageHead = ({ title, trail = [], description, action }: PageHeadProps) => (
  <Group gap="8px 16px" justify="space-between" align="flex-end" mb={16}>
    <title>{`${title} · Paceline`}</title>
    <div>
      {trail.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className={classes.trail}>
            {trail.map(({ label, href }) => (
              <li key={label}>{href ? <a href={href}>{label}</a> : label}</li>
            ))}
          </ol>
        </nav>
      )}
      <Title order={1} lts="-0.01em" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {description && <Note mt={2}>{description}</Note>}
    </div>
    {action && (
      <div className={classes.action} data-page-actions>
        {action}
      </div>
    )}
  </Group>
);
