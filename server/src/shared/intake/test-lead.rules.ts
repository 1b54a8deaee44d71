import { type TestRules } from './campaign-rules.ts';

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** Matches `qa*@school.example`, where a star stands for any characters. Linear time, without backtracking. */
const fitsStars = (pattern: string, text: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
};

/** Whether an unmarked post is a test: by its email domain, its exact name, or a pattern of the owner. */
export const looksLikeTest = ({ emailDomains, names, emailPatterns }: TestRules, post: Named): boolean => {
  const email = post.email.trim().toLowerCase();
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const name = `${post.firstName.trim()} ${post.lastName.trim()}`.toLowerCase();
  return (
    (email !== '' && emailDomains.some((one) => one.toLowerCase() === domain)) ||
    names.some((one) => one.trim().toLowerCase() === name) ||
    (email !== '' && emailPatterns.some((pattern) => fitsStars(pattern.toLowerCase(), email)))
  );
};
