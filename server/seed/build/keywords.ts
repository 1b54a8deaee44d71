import { type Builder } from './organisation.ts';
import { type Campaign, type World } from './model.ts';
import { type Random } from '../random.ts';

const BEFORE = ['', 'best ', 'online ', 'affordable ', 'accredited ', 'local '];
const AFTER = ['school', 'classes', 'program', 'training', 'near me', 'cost', 'requirements', 'certification'];
const MATCHES = ['EXACT', 'PHRASE', 'BROAD'];

/** Search texts, most frequent first. */
const textsOf = ({ programs, kind, owner }: Campaign, count: number, random: Random): string[] => {
  const subjects =
    kind === 'brand'
      ? [owner.name.toLowerCase(), owner.name.split(' ')[0]!.toLowerCase()]
      : [...new Set(programs.map(({ name }) => name.toLowerCase()))];
  const all = subjects.flatMap((subject) =>
    BEFORE.flatMap((before) => AFTER.map((after) => `${before}${subject} ${after}`)),
  );
  return random.shuffle(all).slice(0, count);
};

/** Creates the keywords of one ad group, by their keys. */
export const makeKeywords = (
  { keys, sheets }: Builder,
  { size }: World,
  campaign: Campaign,
  adGroupKey: number,
  random: Random,
): number[] =>
  textsOf(campaign, size.keywordsPerAdGroup, random).map((text, index) => {
    const key = keys.next('platform_keyword');
    sheets.put('platform_keyword', {
      owner_key: campaign.owner.key,
      keyword_key: key,
      ad_group_key: adGroupKey,
      text,
      match_type: MATCHES[index % MATCHES.length]!,
    });
    return key;
  });
