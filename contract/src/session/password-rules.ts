interface PasswordRule {
  code: string;
  message: string;
  holds: (password: string, userName: string) => boolean;
}

/** Number of characters as people count them: an accented letter is one, whatever its encoding. */
const lengthOf = (text: string): number => Array.from(text.normalize('NFC')).length;

const mentions = (password: string, userName: string): boolean =>
  userName !== '' && password.toLowerCase().includes(userName.toLowerCase());

/** Password rules in display order. The first four messages are from the specification. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    code: 'uppercase',
    message: 'Password should contain at least 1 Uppercase character.',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    code: 'lowercase',
    message: 'Password should contain at least 1 Lowercase character.',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    code: 'number',
    message: 'Password should contain at least 1 number.',
    holds: (password) => /\d/.test(password),
  },
  {
    code: 'special',
    message: 'Password should contain at least 1 special character(@#$%^&+=).',
    holds: (password) => /[@#$%^&+=]/.test(password),
  },
  {
    code: 'length',
    message: 'Password should be 12 to 128 characters long.',
    holds: (password) => lengthOf(password) >= 12 && lengthOf(password) <= 128,
  },
  {
    code: 'userName',
    message: 'Password should not contain the user name.',
    holds: (password, userName) => !mentions(password, userName),
  },
];

/** All broken rules, so that a form can show them at once. */
export const brokenPasswordRules = (password: string, userName: string): readonly PasswordRule[] =>
  PASSWORD_RULES.filter(({ holds }) => !holds(password, userName));
