import { type TestRules } from './campaign-rules.ts';

interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** `qa*@school.example`: a star stands for any characters. Read from both ends and in order, so no text takes long. */
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

/** Whether a post is a test without saying so: by its email's domain, its exact name, or a pattern of the owner's. */
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
