import { readConfig } from '../config.ts';
import { examine, linesOf } from './examine.ts';

/** `npm run doctor`: reports problems of an installation, with advice. */
const findings = await examine(readConfig);
for (const line of linesOf(findings)) console.log(line);
process.exitCode = findings.some(({ level }) => level === 'wrong') ? 1 : 0;
