import type { ReactNode } from 'react';
import classes from './form-bar.module.css';
import { type Failure, FormFailure } from './form-failure.tsx';

interface FormBarProps {
  failure: Failure | null;
  /** Additional notes beside the buttons. */
  note?: ReactNode;
  children: ReactNode;
}

/** The end of a long form: the buttons stay visible, with any error beside them. */
export const FormBar = ({ failure, note, children }: FormBarProps) => (
  <div className={classes.bar}>
    <div className={classes.failure}>
      <FormFailure failure={failure} />
      {note}
    </div>
    {children}
  </div>
);
