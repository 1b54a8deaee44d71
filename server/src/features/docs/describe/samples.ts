import { type InstructionSample, KEY_PLACEHOLDER, SAMPLE_LANGUAGE_CODES, SAMPLE_LANGUAGES } from '@paceline/contract';

interface Sampled {
  url: string;
  post: Readonly<Record<string, string>>;
}

const HEADER = 'X-Partner-Key';

/** A shell reads single-quoted text literally, up to the closing quote. */
const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const inPhp = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const json = (post: Sampled['post']): string => JSON.stringify(post, null, 2);
const indented = (text: string): string => text.replaceAll('\n', '\n  ');

const WRITERS: Record<keyof typeof SAMPLE_LANGUAGES, (sampled: Sampled) => string> = {
  curl: ({ url, post }) =>
    [
      `curl -sS ${inShell(url)} \\`,
      `  -H ${inShell(`${HEADER}: ${KEY_PLACEHOLDER}`)} \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  --data-binary ${inShell(json(post))}`,
    ].join('\n'),
  javascript: ({ url, post }) =>
    [
      `const answer = await fetch(${JSON.stringify(url)}, {`,
      `  method: 'POST',`,
      `  headers: { '${HEADER}': '${KEY_PLACEHOLDER}', 'Content-Type': 'application/json' },`,
      `  body: JSON.stringify(${indented(json(post))}),`,
      `});`,
      `console.log(await answer.text());`,
    ].join('\n'),
  php: ({ url, post }) =>
    [
      `<?php`,
      `$lead = [`,
      ...Object.entries(post).map(([name, value]) => `  ${inPhp(name)} => ${inPhp(value)},`),
      `];`,
      `$request = curl_init(${inPhp(url)});`,
      `curl_setopt_array($request, [`,
      `  CURLOPT_POST => true,`,
      `  CURLOPT_RETURNTRANSFER => true,`,
      `  CURLOPT_HTTPHEADER => ['${HEADER}: ${KEY_PLACEHOLDER}', 'Content-Type: application/json'],`,
      `  CURLOPT_POSTFIELDS => json_encode($lead),`,
      `]);`,
      `echo curl_exec($request);`,
    ].join('\n'),
  // JSON made of strings is a valid Python dictionary.
  python: ({ url, post }) =>
    [
      `import json`,
      `import urllib.request`,
      ``,
      `lead = ${json(post)}`,
      `request = urllib.request.Request(`,
      `    ${JSON.stringify(url)},`,
      `    data=json.dumps(lead).encode("utf-8"),`,
      `    headers={"${HEADER}": "${KEY_PLACEHOLDER}", "Content-Type": "application/json"},`,
      `)`,
      `with urllib.request.urlopen(request) as answer:`,
      `    print(answer.read().decode("utf-8"))`,
    ].join('\n'),
  json: ({ post }) => json(post),
};

/** The same test lead in every language, ready to run once the key is filled in. */
export const samplesOf = (sampled: Sampled): InstructionSample[] =>
  SAMPLE_LANGUAGE_CODES.map((language) => ({
    language,
    label: SAMPLE_LANGUAGES[language],
    code: WRITERS[language](sampled),
  }));
