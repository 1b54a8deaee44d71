import { Box, Button, CopyButton } from '@mantine/core';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from './keys.module.css';
import { postCommand } from './prepare-keys.ts';

/** A command that posts a lead with a key, ready to try. */
export const PostSnippet = () => {
  const command = postCommand(window.location.origin);
  return (
    <SectionCard
      title="How to post a lead"
      note="This one is a test lead: all checks run, nothing counts."
      action={
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy command'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Box bd="1px solid var(--pl-line)" bdrs="sm">
        <ScrollFrame label="Command that posts a test lead" height={440}>
          <pre className={classes.code}>{command}</pre>
        </ScrollFrame>
      </Box>
      <ul className={classes.notes}>
        <li>Replace the words in capitals. You can also send the key as the field “key”.</li>
        <li>
          “success” and “failure” are final, “error” means fix and send again. Repeating a post with the same
          transactionId returns the same answer.
        </li>
        <li>401: the key is not valid. 429 and 503: wait for Retry-After, then send again.</li>
      </ul>
    </SectionCard>
  );
};
