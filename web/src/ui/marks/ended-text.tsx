import { Box } from '@mantine/core';
import classes from './ended-text.module.css';
import { endOf } from '../lists/told-apart.ts';

/** A long name, cut in the middle if there is no room: campaign names start alike and differ at the end. */
export const EndedText = ({ text }: { text: string }) => {
  const end = endOf(text);
  if (end === '') return text;
  return (
    <span className={classes.whole} title={text}>
      <span className={classes.start}>{text.slice(0, -end.length)}</span>
      <Box component="span" flex="0 0 auto">
        {end}
      </Box>
    </span>
  );
};
