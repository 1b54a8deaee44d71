import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: string;
  description?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

export const PageHead = ({ title, description, action }: PageHeadProps) => (
  <div className={classes.head}>
    <title>{`${title} · Paceline`}</title>
    <div>
      <h1 className={classes.title}>{title}</h1>
      {description && <p className={classes.description}>{description}</p>}
    </div>
    {action}
  </div>
);
