import { type BrowserContext } from '@playwright/test';

const { FAKETIME, LD_PRELOAD: _, ...others } = process.env;

/** The browser's environment: with a clock preloaded from outside its threads would wait forever, so its pages get the time instead. */
export const browserEnv = Object.fromEntries(
  Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

const OFFSET_MS = Number(FAKETIME ?? 0) * 1000;

/** Sets the pages' clock to that of the tests and the server (`npm test -- --now`). */
export const setClock = async (context: BrowserContext): Promise<void> => {
  if (OFFSET_MS === 0) return;
  await context.addInitScript((offset) => {
    const Real = Date;
    const now = (): number => Real.now() + offset;
    window.Date = new Proxy(Real, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
      apply: (target) => new target(now()).toString(),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    });
  }, OFFSET_MS);
};
