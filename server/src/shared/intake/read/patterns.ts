import { RE2JS } from 're2js';

const cache = new Map<string, RE2JS | null>();
/** Criteria change seldom; a process that has seen this many different patterns starts again. */
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

/** Whether a pattern can be used: it has neither a mistake nor what only a backtracking engine can do (look around, \1). */
export const isPattern = (pattern: string): boolean => patternOf(pattern) !== null;

/**
 * Whether a whole value fits a pattern that somebody wrote. The engine's time is linear in the value, whatever the pattern, so
 * nobody's pattern can hold up the posts of others. One that cannot be used asks for nothing: saving it is refused.
 */
export const fitsPattern = (pattern: string, value: string): boolean => patternOf(pattern)?.matches(value) ?? true;

/** Where a pattern first occurs in a longer text: the whole of it and its groups; null where it does not, or cannot be used. */
export const findPattern = (pattern: string, text: string): [string, ...(string | null)[]] | null => {
  const matcher = patternOf(pattern)?.matcher(text);
  if (matcher === undefined || !matcher.find()) return null;
  const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1));
  return [matcher.group() ?? '', ...groups];
};
