import { Button, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import classes from './draft-offer.module.css';

interface DraftOfferProps {
  savedAt: number;
  onRestore: () => void;
  onDiscard: () => void;
}

export const DraftOffer = ({ savedAt, onRestore, onDiscard }: DraftOfferProps) => (
  <div className={classes.offer} role="status">
    <IconHistory size={18} aria-hidden="true" className={classes.icon} />
    <Text size="sm" flex="1 1 260px">
      You have an unsaved draft of this form ({formatInstant(new Date(savedAt).toISOString(), localZone())}).
    </Text>
    <Button size="xs" onClick={onRestore}>
      Restore draft
    </Button>
    <Button size="xs" variant="default" onClick={onDiscard}>
      Discard
    </Button>
  </div>
);
