// Runs before the bundle, so it cannot import anything.

// Zod tries `new Function` when the first schema is created. It copes with the refusal, but the CSP reports it. The setting must
// be here: in the bundle it could run after the schemas of another chunk.
globalThis.__zod_globalConfig = { jitless: true };

// Sets the colour scheme before the first paint. The key must equal SCHEME_KEY in src/lib/storage/storage-keys.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('paceline.scheme');
  } catch (_) {
    // Storage can be disabled; then the system's scheme applies.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// Shows the page frame before the bundle has loaded if a user is signed in, with the owner's name and the last width of the menu.
// The keys must equal those in src/lib/storage/storage-keys.ts. The shell removes the attribute.
(function () {
  var read = function (storage, key) {
    try {
      return JSON.parse(storage.getItem(key)) || {};
    } catch (_) {
      return {};
    }
  };
  if (!/^#\/s(\/|$)/.test(location.hash)) return;
  var session = read(localStorage, 'paceline.session');
  if (!session.accessToken || !(session.tokensExpiryDate > Date.now())) return;
  var isNarrow = read(localStorage, 'paceline.preferences').railOpen === false;
  document.documentElement.setAttribute('data-frame', isNarrow ? 'narrow' : 'open');
  var key = Number((/[?&]owner=(\d+)/.exec(location.hash) || [])[1]);
  var active = read(sessionStorage, 'paceline.tab').activeOwner;
  var owners = Array.isArray(session.owners) ? session.owners : [];
  var owner = owners.filter(function (one) {
    return one.ownerKey === key;
  })[0];
  var name = (owner || active || {}).name;
  // Not DOMContentLoaded, which waits for the bundle.
  document.addEventListener('readystatechange', function () {
    var place = document.querySelector('.frame-owner');
    if (place && name) place.textContent = name;
  });
})();
