import type { ComponentProps } from 'react';
import classes from './pieces/pieces.module.css';

/** Text exchanged between systems, verbatim. */
export const CodeBlock = (props: ComponentProps<'pre'>) => <pre className={classes.code} {...props} />;
