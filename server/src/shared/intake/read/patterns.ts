import { RE2JS } from 're2js';

const cache = new Map<string, RE2JS | null>();
/** Cache limit. Criteria change rarely; the cache is cleared when it is full. */
const MAX_KEPT = 1000;

const compile = (pattern: string): RE2JS | null => {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
};

const patternOf = (pattern: string): RE2JS | null => {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached;
  if (cache.size >= MAX_KEPT) cache.clear();
  const compiled = compile(pattern);
  cache.set(pattern, compiled);
  return compiled;
};

/** Whether a pattern is usable: no syntax errors, and nothing that requires backtracking (lookaround, \1). */
export const isPattern = (pattern: string): boolean => patternOf(pattern) !== null;

/**
 * Whether a whole value matches a user-defined pattern. The engine's time is linear in the value for any pattern, so that no pattern can
 * delay other posts. An unusable pattern matches everything: saving one is refused.
 */
export const fitsPattern = (pattern: string, value: string): boolean => patternOf(pattern)?.matches(value) ?? true;

/** The first match of a pattern in a longer text, with its groups; null where there is none, or the pattern is unusable. */
export const findPattern = (pattern: string, text: string): [string, ...(string | null)[]] | null => {
  const matcher = patternOf(pattern)?.matcher(text);
  if (matcher === undefined || !matcher.find()) return null;
  const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1));
  return [matcher.group() ?? '', ...groups];
};
