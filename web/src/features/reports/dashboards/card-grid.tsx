import type { DashboardCard } from '@paceline/contract';
import type { CSSProperties } from 'react';
import { CardFace } from './card-face.tsx';
import type { CardPage } from './card-page.ts';
import classes from './dashboard.module.css';
import { cardPixels, type PlacedCard } from './prepare-cards.ts';

export const cellStyle = ({ width, height }: DashboardCard): CSSProperties =>
  ({ '--width': width, '--height': height, '--pixels': `${cardPixels(height)}px` }) as CSSProperties;

interface CardGridProps {
  page: CardPage;
  placed: readonly PlacedCard[];
}

/** Cards in their order on the grid; one column on a phone. */
export const CardGrid = ({ page, placed }: CardGridProps) => (
  <ul className={classes.grid} aria-label="Cards">
    {placed.map(({ card, label }) => (
      <li key={card.id} className={classes.cell} data-kind={card.kind} style={cellStyle(card)}>
        <CardFace {...{ page, card, label }} />
      </li>
    ))}
  </ul>
);
