import { createHashHistory, type RouterHistory } from '@tanstack/react-router';

/**
 * The router's history, which also knows the place of an address that was typed or came by a plain link. The browser puts
 * such an entry behind the current one without a state, the router takes that for its very first, and whoever is asked
 * whether to leave and says no would be sent somewhere else, or have the page loaded anew.
 */
export const createAddressHistory = (): RouterHistory => {
  let history: RouterHistory | null = null;
  // Before the router hears of it. Its own way of writing a state would take it for a navigation.
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
