import { expect, test } from 'vitest';
import { isEasyToGuess } from './password-strength.ts';

const OWN_WORDS = [
  'paceline',
  'campaign',
  'Avery.Stone',
  'Avery',
  'Stone',
  'avery@mail.example',
  'Hartwell Technical Institute',
];

test.each([
  'Paceline2026!',
  'Paceline@2026',
  'Paceline#2026#',
  'paceLINE+1999+',
  '2026@Paceline',
  'P@c3l1n3#2026',
  'P.a.c.e.l.i.n.e@26',
  'Enilecap@2026',
  'Paceline@Demo2026',
  'PacelinePaceline@1',
  'Paceline%Summer2026',
  'Hartwell@2026',
  'Hartwell#Institute1',
  'H@rtw3ll%Technical9',
  'AveryStone@2026',
  'Campaign#Paceline7',
  // The product's name typed one key to the right.
  '[svr;omr@2026A',
  'Paceline@Password1',
  'Qwertyuiop@2026',
])('%s is easy to guess', (password) => {
  expect(isEasyToGuess(password, OWN_WORDS)).toBe(true);
});

test.each([
  'Correct#Horse9Battery',
  'walnut Truck=83 river',
  'Paceline walnut=Truck 83',
  'vT9#kQ2@mZ7$xL',
  'Ünïcode #9 пароль лампа',
])('%s is not', (password) => {
  expect(isEasyToGuess(password, OWN_WORDS)).toBe(false);
});
