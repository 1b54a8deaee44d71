import { type ComponentProps, lazy, Suspense } from 'react';
import { MAP_HEIGHT, MAP_WIDTH } from '../../../../ui/us-map/map-size.ts';
import type { StateMap } from './state-map.tsx';
import classes from './state-map.module.css';

/** Loaded lazily: the state shapes are a third of the editor, and most steps have no map. */
const Loaded = lazy(async () => ({ default: (await import('./state-map.tsx')).StateMap }));

export const LazyStateMap = (props: ComponentProps<typeof StateMap>) => (
  <Suspense fallback={<svg className={classes.map} viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden="true" />}>
    <Loaded {...props} />
  </Suspense>
);
