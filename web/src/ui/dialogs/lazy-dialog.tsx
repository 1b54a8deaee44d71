import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A dialog whose code loads when it is first opened. It stays mounted afterwards, so that its closing animation runs and its state is kept.
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
