const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (table: readonly [RegExp, string][], agent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(agent))?.[1];

/** "Chrome on Windows" from a user agent. Browsers also claim to be older ones, so the order of checks matters. */
export const prepareAgent = (agent: string): string => {
  const browser = nameIn(BROWSERS, agent);
  const system = nameIn(SYSTEMS, agent);
  if (!browser) return agent.trim() === '' ? 'Unknown' : agent.slice(0, 60);
  return system ? `${browser} on ${system}` : browser;
};
