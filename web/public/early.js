// Runs before the bundle, so it can import nothing.

// Zod tries `new Function` as soon as a schema is made, and the CSP reports that even though Zod survives it. It reads its
// settings here; set in the bundle, they would come after the schemas of another chunk.
globalThis.__zod_globalConfig = { jitless: true };

// The scheme is on <html> before the first paint. Must agree with SCHEME_KEY in src/lib/storage-keys.ts.
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
