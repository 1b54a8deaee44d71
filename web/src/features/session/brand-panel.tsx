import { BrandMark } from '../../ui/brand-mark.tsx';
import classes from './brand-panel.module.css';
import { PaceGraphic } from './pace-graphic.tsx';

export const BrandPanel = () => (
  <aside className={classes.panel} aria-label="About Paceline">
    <p className={classes.brand}>
      <BrandMark size={34} />
      Paceline
    </p>
    <div className={classes.words}>
      <p className={classes.headline}>Every budget on pace, every lead accounted for.</p>
      <p className={classes.text}>
        Goals, allocations, pacing and leads of paid media, for every client and through every media partner, in one
        place.
      </p>
    </div>
    <PaceGraphic />
  </aside>
);
