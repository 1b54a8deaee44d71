import { LoadingSkeleton } from '../ui/loading-skeleton.tsx';
import classes from './page-pending.module.css';

export const PagePending = () => (
  <div className={classes.page}>
    <LoadingSkeleton label="Loading the page" lines={6} />
  </div>
);
