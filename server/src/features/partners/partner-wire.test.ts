import { type Partner, partnerSave } from '@paceline/contract';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/app.ts';

const harness = useApp();
const FOUR = { mediaPartnerName: 'Wire Media', mediaPartnerCode: 'WIRE', affiliateKey: 'w-1' };

test('a partner is saved with its four fields alone, its flag also as Y or N, and keeps what is left out', async () => {
  const as = await harness.signedIn('ag', { permissions: ['partners:View', 'partners:Create', 'partners:Update'] });
  const save = async (body: object) => {
    const answer = await harness.call(partnerSave, as, { body: body as never });
    expect(answer.body.message).toBeUndefined();
    return answer.body.data as Partner;
  };
  const partner = await save({ ...FOUR, activeFlag: 'Y' });
  expect(partner).toMatchObject({ ...FOUR, activeFlag: true, productTypes: ['PPL'], paymentTerms: '' });
  const { mediaPartnerKey, rowVersion } = partner;
  const whole = await save({
    ...FOUR,
    mediaPartnerKey,
    rowVersion,
    activeFlag: true,
    productTypes: ['SOCIAL'],
    paymentTerms: 'Net 30',
  });
  expect(whole.paymentTerms).toBe('Net 30');
  const inactive = await save({ ...FOUR, mediaPartnerKey, activeFlag: 'N' });
  expect(inactive).toMatchObject({ activeFlag: false, productTypes: ['SOCIAL'], paymentTerms: 'Net 30' });
  const wrong = await harness.call(partnerSave, as, { body: { ...FOUR, activeFlag: 'maybe' } as never });
  expect(wrong.body.errors).toMatchObject([{ field: 'activeFlag' }]);
});
