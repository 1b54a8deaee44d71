import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as contract from '../contract/src/index.ts';
import { inRoot } from './lib/paths.mjs';

const GENERATED = '\n## Fields of records\n';
const { METRIC_KEYS, METRICS, formulaText, metricLabel, basisText } = contract;

/** A table as formatted: columns as wide as their widest cell. */
const table = (heads, rows) => {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heads.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(cells[0]), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.slice(1).map(line)];
};
const sentence = (text) => text && (/[.!?]$/.test(text) ? text : `${text}.`);

const recordRows = ({ fields, states }) =>
  Object.entries({ ...fields, ...states }).map(([name, { label, help = '', whenEmpty, words }]) => {
    const codes = Object.values(words ?? {});
    const parts = [
      sentence(help),
      whenEmpty && `Empty: ${whenEmpty}.`,
      codes.length <= 12 && sentence(codes.join(', ')),
    ];
    return [label, `\`${name}\``, parts.filter(Boolean).join(' ')];
  });

const records = Object.values(contract)
  .filter((value) => typeof value?.entity === 'string' && value.fields !== undefined)
  .toSorted((a, b) => a.label.localeCompare(b.label));

const metrics = METRIC_KEYS.map((key) => [
  metricLabel(key, 'default', 'ag'),
  `\`${key}\``,
  METRICS[key].groups.join(', '),
  `${sentence(formulaText(key, 'default'))} ${basisText(key)}`,
]).toSorted(([a, key], [b, other]) => a.localeCompare(b) || key.localeCompare(other));

const generated = [
  '',
  'From the records of the contract (`<feature>/record.ts`): what a field is called on screens, in the audit log and in code.',
  ...records.flatMap((record) => [
    '',
    `### ${record.label}`,
    '',
    ...table(['field', 'in code', 'meaning'], recordRows(record)),
  ]),
  '',
  '## Numbers',
  '',
  'From the metrics registry (`contract/src/core/metrics/metrics.ts`), with the default names of the stages: who may see a number at',
  'most, how it is made, and on which day it counts.',
  '',
  ...table(['number', 'in code', 'groups', 'how it is made'], metrics),
  '',
].join('\n');

test('docs/glossary.md has the labels of records and metrics (`-u` updates it)', async () => {
  const path = inRoot('docs/glossary.md');
  const [words] = (await readFile(path, 'utf8')).split(GENERATED);
  await expect(`${words.trimEnd()}\n${GENERATED}${generated}`).toMatchFileSnapshot(path);
});
