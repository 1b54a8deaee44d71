import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { homePath } from '../lib/home.ts';
import { hrefOf } from '../lib/paths.ts';
import { StatePanel } from '../ui/state-panel.tsx';

export const NotFoundPage = () => (
  <>
    <title>Page not found · Paceline</title>
    <StatePanel
      level={1}
      icon={<IconMapOff size={22} aria-hidden="true" />}
      title="Page not found"
      action={
        <Button component="a" href={hrefOf(homePath())} variant="default">
          Go to your start page
        </Button>
      }
    >
      There is no page at this address. The link may be out of date or incomplete.
    </StatePanel>
  </>
);
