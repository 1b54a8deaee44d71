import { Group, Title } from '@mantine/core';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Note } from './note.tsx';
import classes from './page-head.module.css';

interface Head {
  title: string;
  /** The breadcrumb from the outermost level. */
  trail?: readonly { label: string; href?: string }[];
  description?: ReactNode;
}

interface PartsProps {
  description?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

const HeadRow = ({ title, trail = [], children, action }: Head & PartsProps & { children: ReactNode }) => (
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
      {children}
    </div>
    {action}
  </Group>
);

const Description = ({ children }: { children: ReactNode }) => <Note mt={2}>{children}</Note>;

/** The head of a page that knows its own title, such as a record's. Other heads are declared with their routes. */
export const PageHead = ({ description, action, ...head }: Head & PartsProps) => (
  <HeadRow
    {...head}
    action={
      action && (
        <div className={classes.action} data-page-actions>
          {action}
        </div>
      )
    }
  >
    {description && <Description>{description}</Description>}
  </HeadRow>
);

/** Where a page may add parts to the head; undefined without a head. */
const HeadSlots = createContext<{ description: Element | null; action: Element | null } | undefined>(undefined);

/** A page below the head declared by its route. */
export const HeadedPage = ({ head, children }: { head: Head | undefined; children: ReactNode }) => {
  const [description, setDescription] = useState<Element | null>(null);
  const [action, setAction] = useState<Element | null>(null);
  return (
    <HeadSlots value={useMemo(() => ({ description, action }), [description, action])}>
      {head && (
        <HeadRow {...head} action={<div ref={setAction} className={classes.action} data-page-actions />}>
          {head.description && <Description>{head.description}</Description>}
          <div ref={setDescription} />
        </HeadRow>
      )}
      {children}
    </HeadSlots>
  );
};

/** A page's additions to the head declared by its route. */
export const HeadParts = ({ description, action }: PartsProps) => {
  const slots = use(HeadSlots);
  if (slots === undefined)
    return (
      <>
        {description}
        {action}
      </>
    );
  return (
    <>
      {slots.description && description && createPortal(<Description>{description}</Description>, slots.description)}
      {slots.action && createPortal(action, slots.action)}
    </>
  );
};
