// Must agree with SCHEME_KEY in src/lib/storage-keys.ts. Runs before the bundle, so it can import nothing.
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
