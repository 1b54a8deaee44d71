import { expect, test } from 'vitest';
import { brandMailHead } from './brand-mail.ts';
import { NO_PRINTED_BRANDING } from './branding.ts';

test('a mail carries its logo in itself, and a name cannot close the head', () => {
  const logo = { path: '/brand/x.png', width: 480, height: 96, content: Buffer.from('png') };
  const { head, files } = brandMailHead({ name: 'A <b>&', colour: '#7a1f5c', logo });
  expect(head?.html).toContain('src="cid:brand@paceline"');
  expect(head?.html).toContain('width="240"');
  expect(head?.html).toContain('A &lt;b&gt;&amp;');
  expect(head?.html).not.toContain('http');
  expect(files).toMatchObject([{ contentId: 'brand@paceline', contentType: 'image/png', content: logo.content }]);
  expect(brandMailHead(NO_PRINTED_BRANDING)).toEqual({ head: null, files: [] });
});
