// Must parse in any Node, however old: no recent syntax.
export function requireNode20() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 20) return;
  console.error(
    'Paceline needs Node 20 or later and this is ' + process.version + ': install a newer Node, then start again.',
  );
  process.exit(1);
}
