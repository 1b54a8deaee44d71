import type { ReactNode } from 'react';
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
  <div className={classes.head}>
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
      <h1 className={classes.title}>{title}</h1>
      {description && <p className={classes.description}>{description}</p>}
    </div>
    {action && (
      <div className={classes.action} data-page-actions>
        {action}
      </div>
    )}
  </div>
);
