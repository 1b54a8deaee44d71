import type { ComponentProps } from 'react';
import classes from './pieces/pieces.module.css';

/** What systems send each other, as it is. */
export const CodeBlock = (props: ComponentProps<'pre'>) => <pre className={classes.code} {...props} />;
