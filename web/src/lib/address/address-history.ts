import { createHashHistory, type RouterHistory } from '@tanstack/react-router';

/**
 * The router's history, extended so that a typed address or a plain link also gets a history index. The browser pushes such an entry
 * without a state, and the router would take it for its first entry: after "stay" in the unsaved-changes question the user would land
 * elsewhere or the page would reload.
 */
export const createAddressHistory = (): RouterHistory => {
  let history: RouterHistory | null = null;
  // Runs before the router's own listener. The router's way of writing a state would count as a navigation.
  window.addEventListener(
    'popstate',
    () => {
      if (window.history.state || history === null) return;
      const key = crypto.randomUUID();
      const state = { key, __TSR_key: key, __TSR_index: history.location.state.__TSR_index + 1 };
      History.prototype.replaceState.call(window.history, state, '');
    },
    { capture: true },
  );
  history = createHashHistory();
  return history;
};
