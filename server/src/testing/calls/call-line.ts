import { type AnyCall } from '@paceline/contract';
import { onlyReads } from './reading-calls.ts';

const ownerWords = ({ owner: { sources, session } }: AnyCall): string => {
  const places = sources.map(({ in: place, name, entity, fallback }) => {
    const of =
      typeof entity === 'string' ? entity : 'param' in entity ? `{${entity.param}}` : Object.values(entity).join('/');
    return `${place} ${name}${of === 'owner' ? '' : ` of ${of}`}${fallback ? ' as fallback' : ''}`;
  });
  const whole = session && (session.groups === 'all' ? 'session' : `session for ${session.groups.join()}`);
  return [...places, ...(whole === null ? [] : [whole])].join(', ') || 'none';
};

const keyWords = (call: AnyCall): string => {
  if (!call.apiKey) return 'no API key';
  return onlyReads(call) || call.kind === 'download' ? 'API key' : 'API key WRITES';
};

/** Who may make a call and what it leaves behind, in one line. What is unusual follows the first fields. */
export const callLine = (call: AnyCall, offRecord: ReadonlyMap<string, string>): string => {
  const { id, method, base, path, kind, groups, permission } = call;
  return [
    `${id}: ${method} /${base}${path}`,
    groups === 'public' ? 'PUBLIC' : groups.join(' '),
    permission === 'none' ? 'right NONE' : `right ${[permission].flat().join(' or ')}`,
    `owner ${ownerWords(call)}`,
    keyWords(call),
    `audit: ${offRecord.get(id) ?? 'line'}`,
    ...(kind === 'json' ? [] : [kind]),
    ...(call.rateLimit === null ? [] : [`rate limit ${call.rateLimit}`]),
    ...(call.changesState ? ['changes state'] : []),
    ...(call.asSystem ? ['as system'] : []),
    ...(call.beforePasswordChange ? ['before password change'] : []),
  ].join('; ');
};
