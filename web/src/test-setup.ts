import { ReadableStream } from 'node:stream/web';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Browser features that jsdom lacks.
const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
class ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, {
  ReadableStream,
  ResizeObserver,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, String.raw`\$&`) },
});
Object.assign(window, { matchMedia: () => media, scrollTo: () => undefined });
Object.assign(document, { fonts: { addEventListener: () => undefined, removeEventListener: () => undefined } });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

// Generous: for hanging, not for slow tests; the same limit as `expect.poll`.
configure({ asyncUtilTimeout: 2 * 60_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
