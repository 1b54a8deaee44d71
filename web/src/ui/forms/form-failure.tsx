import { Box, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form-failure.module.css';
import { RequestId } from '../states/request-id.tsx';

export interface Failure {
  message: string;
  requestId: string | null;
}

/** Rendered empty from the start: screen readers do not announce a live region added together with its text. */
export const FormFailure = ({ failure }: { failure: Failure | null }) => (
  <div role="alert">
    {failure && (
      <div className={classes.failure}>
        <IconAlertCircle size={18} aria-hidden="true" className={classes.icon} />
        <Box miw={0}>
          <Text size="sm" lh={1.45}>
            {failure.message}
          </Text>
          {failure.requestId && <RequestId value={failure.requestId} />}
        </Box>
      </div>
    )}
  </div>
);
