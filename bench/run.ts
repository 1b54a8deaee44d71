import { readdirSync } from 'node:fs';

/** `npm run bench -- <question>`: one run, its figures as ratios inside that run. */
const questions = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.slice(1) ?? []);
const [question = ''] = process.argv.slice(2);

if (questions.includes(question)) await import(`./${question}.bench.ts`);
else {
  console.error(`Name a question: npm run bench -- ${questions.join(' | ')}`);
  process.exitCode = 1;
}
