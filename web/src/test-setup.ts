import { ReadableStream } from 'node:stream/web';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// What jsdom lacks and a browser has.
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
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
