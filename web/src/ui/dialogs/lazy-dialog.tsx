import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A dialog whose code is loaded when it is opened for the first time. From then on it stays mounted, so that its closing is drawn
 * and nothing that it holds is lost.
 */
export const lazyDialog = <Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>) => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.isOpen);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    return wasOpen ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
};
