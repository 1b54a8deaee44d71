import { Modal } from '@mantine/core';
import { CardGrid } from './card-grid.tsx';
import type { CardPage } from './card-page.ts';
import type { PlacedCard } from './prepare-cards.ts';
import { useFullScreen } from './use-full-screen.ts';

interface FullScreenProps {
  title: string;
  page: CardPage;
  placed: readonly PlacedCard[];
  onLeave: () => void;
}

/** The dashboard alone, for a display on a wall: it asks again by itself. Escape leaves. */
export const FullScreen = ({ title, page, placed, onLeave }: FullScreenProps) => {
  useFullScreen(true, onLeave);
  return (
    <Modal
      opened
      onClose={onLeave}
      title={<strong>{title}</strong>}
      fullScreen
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Leave full screen' }}
      styles={{ content: { background: 'var(--pl-canvas)' }, header: { background: 'var(--pl-canvas)' } }}
    >
      <CardGrid page={{ ...page, isLive: true }} placed={placed} />
    </Modal>
  );
};
