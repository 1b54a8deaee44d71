// Runs before the bundle, so it can import nothing.

// Zod tries `new Function` as soon as a schema is made, and the CSP reports that even though Zod survives it. It reads its
// settings here; set in the bundle, they would come after the schemas of another chunk.
globalThis.__zod_globalConfig = { jitless: true };

// The scheme is on <html> before the first paint. Must agree with SCHEME_KEY in src/lib/storage/storage-keys.ts.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('paceline.scheme');
  } catch (_) {
    // Storage may be refused; the system's choice then stands.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// The frame is on the screen before the bundle, for whoever is signed in: with the owner's name and the menu as wide as it was.
// Must agree with the keys in src/lib/storage/storage-keys.ts; the shell takes the attribute away.
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
  // Not DOMContentLoaded: that waits for the bundle.
  document.addEventListener('readystatechange', function () {
    var place = document.querySelector('.frame-owner');
    if (place && name) place.textContent = name;
  });
})();
