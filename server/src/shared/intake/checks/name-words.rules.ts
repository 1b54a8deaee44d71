/** Words typed instead of a name. Whole words only: Dickinson, Cockburn and Test (a name in Germany) are people. */
const JUNK = new Set(
  `test tester testing asdf asdfg qwerty qwertz zxcv none null na unknown anonymous noname nobody fake sample demo user
   firstname lastname fname lname name abc abcd xyz xxx blah foo bar dummy`.split(/\s+/),
);
const RUDE = new Set(
  `fuck fucker fucking fuckyou fuckoff shit shithead bullshit bitch asshole bastard cunt pussy whore slut wanker twat
   dickhead motherfucker cocksucker jackass douchebag piss nigger faggot`.split(/\s+/),
);
/** Names of fictional people. */
const INVENTED = new Set([
  'mickey mouse',
  'minnie mouse',
  'donald duck',
  'bugs bunny',
  'santa claus',
  'darth vader',
  'james bond',
  'homer simpson',
  'first last',
]);
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '1234567890'];
const MIN_RUN = 4;

/** Adjacent keys, forwards or backwards, possibly repeated: asdf, lkjh, asdasd. */
const isKeyboardRun = (word: string): boolean => {
  if (word.length < MIN_RUN) return false;
  const backwards = word.split('').toReversed().join('');
  if (ROWS.some((row) => row.includes(word) || row.includes(backwards))) return true;
  const third = word.slice(0, 3);
  return word.length >= 6 && ROWS.slice(0, 3).some((row) => row.includes(third)) && word.replaceAll(third, '') === '';
};

const hasNoVowel = (word: string): boolean => word.length >= 6 && /^[a-z]+$/.test(word) && !/[aeiouy]/.test(word);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[\s.'-]+/)
    .filter((word) => word !== '');

type NameVerdict = { outcome: 'plain' } | { outcome: 'odd' | 'false'; kind: 'NAME_FRAUD' | 'PROFANITY' };

const isJunk = (word: string): boolean => JUNK.has(word) || isKeyboardRun(word) || hasNoVowel(word);
const isRude = (word: string): boolean => RUDE.has(word);

/**
 * Judges whether a name is real. One odd word is only flagged, since there are people of nearly every name; a name is false only where
 * first and last name are both junk, or belong to a known fictional person.
 */
export const judgeName = (firstName: string, lastName: string): NameVerdict => {
  const [first, last] = [wordsOf(firstName), wordsOf(lastName)];
  const words = [...first, ...last];
  if (INVENTED.has(words.join(' '))) return { outcome: 'false', kind: 'NAME_FRAUD' };
  if (isRude(words.join(''))) return { outcome: 'false', kind: 'PROFANITY' };
  const isOdd = (word: string): boolean => isJunk(word) || isRude(word);
  if (!words.some(isOdd)) return { outcome: 'plain' };
  const kind = words.some(isRude) ? 'PROFANITY' : 'NAME_FRAUD';
  return { outcome: first.every(isOdd) && last.every(isOdd) ? 'false' : 'odd', kind };
};
