import {
  campaignFormSchema,
  campaignSaveAll,
  type DayParting,
  dayPartingSchema,
  geoSchema,
  geoText,
  parseDollars,
  sourceChoiceSchema,
} from '@paceline/contract';
import { describe, expect, it, test } from 'vitest';
import { mergeForm } from '../../../shared/form/prepare-merge.ts';
import type { Choices } from '../../../ui/dialogs/conflict-dialog.tsx';
import { aCampaign, campaignParts as parts } from '../../../testing/campaign-parts.ts';
import { allocationKey } from './prepare/prepare-allocation.ts';
import { isTaken, withPrograms, withSources } from './steps/prepare-choices.ts';
import { campaignRule, savedBy } from './prepare/prepare-campaign-rule.ts';
import { hasPrices, marginOf, tidyPrice } from './prepare/prepare-prices.ts';
import {
  formProblems,
  illegalArguments,
  missingInputs,
  pathOfServerField,
  stepOf,
} from './prepare/prepare-problems.ts';
import { prepareReview } from './prepare/prepare-review.ts';
import { missingParts, nextStep, prepareSteps, previousStep } from './steps/prepare-steps.ts';
import { insertMacro, linkForPartner, newUrl, previewOf, withUrl, withUsual } from './prepare/prepare-urls.ts';
import {
  type CampaignFields,
  type CampaignParts,
  type CampaignValues,
  fieldsOf,
  newValues,
  valuesOf,
} from './prepare/prepare-values.ts';
import {
  changedParts,
  toCampaignForm,
  toDayParting,
  toPrograms,
  toSaveBody,
  toSources,
  toUrls,
} from './prepare/prepare-wire.ts';
import { inheritedText, ruleText } from './prepare/prepare-words.ts';

const fields = fieldsOf(parts);
const names = { vendor: 'EduReach Network', lineItem: 'Nursing', channel: '' };
const pathsOf = (values: CampaignFields, before: CampaignFields | null = fields) =>
  formProblems(values, before).map(({ path }) => path);

describe('form and wire', () => {
  it('round-trip', () => {
    const form = toCampaignForm(fields);
    expect(form).toMatchObject({
      endDate: null,
      clientDesktopBidPrice: 55,
      clientTabletBidPrice: null,
      clientMobileBidPrice: 50.5,
    });
    expect(campaignFormSchema.safeParse(form).success).toBe(true);
    expect(toPrograms(fields)).toEqual([{ programKey: 31, selected: true, priceOverride: 48, monthlyCap: 20 }]);
    expect(toSources(fields)).toEqual({
      mode: 'ONLY_LISTED',
      sources: [
        { publisherSourceKey: 41, action: 'ALLOW', priceOverride: 39.9, monthlyCap: null, note: '' },
        { publisherSourceKey: 43, action: 'BLOCK', priceOverride: null, monthlyCap: null, note: 'Bad leads' },
      ],
    });
    expect(toSources(fields).sources.every((one) => sourceChoiceSchema.safeParse(one).success)).toBe(true);
    expect(geoSchema.parse(fields.geo)).toEqual(parts.geo);
    const dayParting: DayParting = dayPartingSchema.parse(toDayParting(fields));
    expect(dayParting).toMatchObject({ timeZone: 'America/Chicago', outsideHours: 'HOLD' });
    expect(dayParting.days.find(({ day }) => day === 'MON')).toEqual(parts.dayParting.days[0]);
    expect(toUrls(fields)).toEqual(parts.urls);
  });
  it('are equal until a part is changed, and then differ in that part only', () => {
    expect(changedParts(fields, fieldsOf(parts))).toEqual([]);
    // 55 equals the 55.00 that was read.
    expect(changedParts({ ...fields, prices: { ...fields.prices, clientDesktopBidPrice: '55' } }, fields)).toEqual([]);
    expect(changedParts({ ...fields, name: 'Other' }, fields)).toEqual(['campaign']);
    expect(changedParts({ ...fields, programs: {} }, fields)).toEqual(['programs']);
    expect(changedParts({ ...fields, rules: [] }, fields)).toEqual(['audience']);
    expect(changedParts({ ...fields, geo: { ...fields.geo, zips: [] } }, fields)).toEqual(['geo']);
    expect(changedParts({ ...fields, hours: { ...fields.hours, outsideHours: 'REJECT' } }, fields)).toEqual([
      'dayParting',
    ]);
    expect(changedParts({ ...fields, sourceMode: 'ALL_APPROVED' }, fields)).toEqual(['sources']);
    expect(changedParts({ ...fields, urls: [] }, fields)).toEqual(['urls']);
  });
  it('give one save of all changes, with their versions', () => {
    const allocation = { ...fields.allocation, [allocationKey('current', 'monthlyCapacity')]: '90' };
    const changed = { ...fields, name: 'Other', allocation, rules: [], sourceMode: 'ALL_APPROVED' as const };
    const body = toSaveBody(changed, parts, changedParts(changed, fields), true);
    expect(body).toEqual({
      campaignKey: 7,
      versions: { campaign: 4, targeting: 9, tracking: 6, current: 2, next: 0 },
      campaign: expect.objectContaining({ name: 'Other', clientDesktopBidPrice: 55 }),
      allocation: { current: { monthlyCapacity: 90 } },
      audience: { match: 'ALL', rules: [] },
      sources: { mode: 'ALL_APPROVED', sources: toSources(fields).sources },
      activate: true,
    });
    expect(campaignSaveAll.body.safeParse(body).success).toBe(true);
    expect(toSaveBody(fields, null, ['campaign'], false)).toMatchObject({ campaignKey: null, versions: {} });
  });
  it('of a partner or a client lack the other’s price', () => {
    const {
      clientDesktopBidPrice: _,
      clientTabletBidPrice: _t,
      clientMobileBidPrice: _m,
      ...visibleFields
    } = aCampaign;
    const values = fieldsOf({ ...parts, campaign: visibleFields as typeof aCampaign });
    expect(values.prices.clientDesktopBidPrice).toBe('');
    expect(values.prices.aggDesktopBidPrice).toBe('42.50');
  });
});

describe('problems', () => {
  it('a complete campaign has none', () => expect(pathsOf(fields)).toEqual([]));
  it('include whatever a save is missing', () => {
    expect(pathsOf(newValues(), null)).toEqual([
      'name',
      'vendorKey',
      'clientGoalKey',
      'campaignCode',
      'clientCampaignCode',
    ]);
    expect(illegalArguments(missingInputs({ ...fields, name: ' ', vendorKey: null }))).toBe(
      'Illegal arguments: name, media partner',
    );
  });
  test.each<[string, Partial<CampaignFields>, string[]]>([
    ['a code with a blank', { campaignCode: 'NURS 1' }, ['campaignCode']],
    ['an end before the start', { endDate: '2026-02-01' }, ['endDate']],
    [
      'a price with three decimals',
      { prices: { ...fields.prices, aggTabletBidPrice: '1.005' } },
      ['prices.aggTabletBidPrice'],
    ],
    [
      'a price without its other side',
      { prices: { ...fields.prices, aggDesktopBidPrice: '' } },
      ['prices.aggDesktopBidPrice'],
    ],
    ['a program’s cap of words', { programs: { 31: { price: '', cap: 'lots' } } }, ['programs.31.cap']],
    ['a rule without a value', { rules: [{ ...fields.rules[0]!, values: [] }] }, ['rules.0']],
    ['a DMA that there is not', { geo: { ...fields.geo, dmas: [12] } }, ['geo.dmas']],
    [
      'a circle without a size',
      { geo: { ...fields.geo, radius: { campusKey: 1, miles: Number.NaN } } },
      ['geo.radius'],
    ],
    [
      'hours that overlap',
      {
        hours: {
          ...fields.hours,
          days: {
            ...fields.hours.days,
            TUE: [
              { start: '08:00', end: '12:00', cap: null },
              { start: '11:00', end: '13:00', cap: null },
            ],
          },
        },
      },
      ['hours.TUE'],
    ],
    ['an unknown macro', { urls: [{ ...fields.urls[0]!, url: 'https://x.example/?a={nope}' }] }, ['urls.0.url']],
    ['two defaults', { urls: [fields.urls[0]!, fields.urls[0]!] }, ['urls']],
    ['no URL where there was one', { urls: [] }, ['urls']],
  ])('of %s appear at its field', (_, patch, paths) => {
    expect(pathsOf({ ...fields, ...patch })).toEqual(paths);
  });
  it('use the words of the rule', () => {
    const urls = [{ ...fields.urls[0]!, url: 'https://x.example/?a={nope}' }];
    expect(formProblems({ ...fields, urls }, fields)[0]?.message).toBe('Unknown macro {nope}.');
  });
  test.each([
    ['campaign.campaignCode', 'basics', 'campaignCode'],
    ['campaign.aggMobileBidPrice', 'prices', 'prices.aggMobileBidPrice'],
    ['allocation.next.monthlyAllocation', 'allocation', `allocation.${allocationKey('next', 'monthlyAllocation')}`],
    ['programs.0.priceOverride', 'programs', 'programs.31.price'],
    ['sources.sources.1.note', 'sources', 'sources.43.note'],
    ['audience.rules.0', 'audience', 'rules.0'],
    ['sources.mode', 'sources', 'sourceMode'],
    ['sources', 'sources', 'sources'],
    ['audience', 'audience', 'rules'],
    ['geo', 'geo', 'geo'],
    ['geo.radius.campusKey', 'geo', 'geo.radius'],
    ['geo.exclude.zips.3', 'geo', 'geo.exclude.zips'],
    ['dayParting.days.MON', 'hours', 'hours.MON'],
    ['dayParting.timeZone', 'hours', 'hours.timeZone'],
    ['urls.0.url', 'tracking', 'urls.0.url'],
  ])('of the server at %s appear in step %s at %s', (field, step, path) => {
    expect(pathOfServerField(field, fields)).toBe(path);
    expect(stepOf(path)).toBe(step);
  });
  test.each(['campaign', 'campaign.rowVersion', 'price', 'versions.targeting'])('of %s have no field', (field) =>
    expect(pathOfServerField(field, fields)).toBeNull(),
  );
});

describe('steps', () => {
  const steps = (values: CampaignFields, isNew = false) =>
    prepareSteps({
      fields: values,
      before: fields,
      changed: changedParts(values, fields),
      problems: [],
      allocation: parts.allocation,
      isNew,
    });
  it('open one by one until the campaign exists', () => {
    const open = steps(newValues(), true).filter(({ state }) => state !== 'locked');
    expect(open.map(({ step }) => step)).toEqual(['basics', 'prices', 'review']);
    expect([nextStep('prices', true), previousStep('review', true)]).toEqual(['review', 'prices']);
    expect([nextStep('prices', false), nextStep('review', false)]).toEqual(['allocation', null]);
  });
  it('show their content and changes', () => {
    const edited = steps({ ...fields, prices: { ...fields.prices, aggDesktopBidPrice: '1' }, rules: [] });
    expect(edited.filter(({ isChanged }) => isChanged).map(({ step }) => step)).toEqual(['prices', 'audience']);
    expect(edited.find(({ step }) => step === 'audience')?.note).toBe('No restrictions');
  });
  it('show what a draft needs to go live', () => {
    expect(missingParts(fields)).toEqual([]);
    expect(missingParts(newValues())).toEqual(['price', 'tracking URL or confirmed posting']);
    expect(missingParts({ ...newValues(), postingConfirmed: true })).toEqual(['price']);
  });
});

describe('prices', () => {
  test.each([
    ['$1,234.50', 1234.5],
    ['', null],
    ['1.005', undefined],
    ['-1', undefined],
  ])('%j is %j', (text, price) => expect(parseDollars(text)).toBe(price));
  it('show a margin; a blank price uses the desktop’s', () => {
    expect(marginOf(fields.prices, 'Desktop')).toEqual({ dollars: 12.5, share: 12.5 / 55, isLoss: false });
    expect(marginOf(fields.prices, 'Mobile').dollars).toBe(8);
    expect(marginOf({ ...fields.prices, aggTabletBidPrice: '60' }, 'Tablet')).toMatchObject({
      dollars: -5,
      isLoss: true,
    });
    expect(marginOf(newValues().prices, 'Desktop').dollars).toBeNull();
    expect([tidyPrice('5'), tidyPrice('x'), hasPrices(fields.prices)]).toEqual(['5.00', 'x', true]);
  });
});

describe('a concurrent save', () => {
  const base = valuesOf(parts);
  const named = (kind: string) => (key: number) => `${kind} ${key}`;
  const mergeWith = (over: Partial<CampaignParts>, patch: Partial<CampaignValues>, choices?: Choices) => {
    const fresh = { ...parts, ...over };
    const rule = campaignRule(fresh, { lineItem: named('Line item'), channel: named('Channel') });
    const sides = { base, theirs: valuesOf(fresh), mine: { ...base, ...patch } };
    return mergeForm(rule, sides, (path) => savedBy(fresh, path), choices);
  };
  const theirs = { campaign: { ...aCampaign, name: 'Nursing South', clientDesktopBidPrice: 60 } };

  it('keeps a change made on one side only', () => {
    const { value, conflicts } = mergeWith(theirs, { rules: [], campaignCode: 'NURS-2' });
    expect(conflicts).toEqual([]);
    expect(value).toMatchObject({ name: 'Nursing South', rules: [], campaignCode: 'NURS-2' });
    expect(value.prices.clientDesktopBidPrice).toBe('60.00');
  });
  it('shows both values, user and time for changes on both sides', () => {
    const mine = { name: 'Nursing West', prices: { ...fields.prices, clientDesktopBidPrice: '58' } };
    const who = { both: null, by: 'Avery Stone', at: aCampaign.updatedAt };
    expect(mergeWith(theirs, mine).conflicts).toEqual([
      { path: 'name', label: 'Name', theirs: 'Nursing South', mine: 'Nursing West', ...who },
      {
        path: 'prices.clientDesktopBidPrice',
        label: 'Client price, desktop',
        theirs: '60.00',
        mine: '58',
        ...who,
      },
    ]);
    const result = mergeWith(theirs, mine, { 'prices.clientDesktopBidPrice': 'theirs' }).value;
    expect([result.name, result.prices.clientDesktopBidPrice]).toEqual(['Nursing West', '60.00']);
  });
  it('keeps the partner’s name with its key', () => {
    const other = { vendorKey: 8, vendorName: 'Other' };
    expect(mergeWith(theirs, other).value).toMatchObject(other);
    const moved = { campaign: { ...aCampaign, vendorKey: 9, vendor: 'Ninth' } };
    const { value, conflicts } = mergeWith(moved, other, { vendorKey: 'theirs' });
    expect(conflicts).toMatchObject([{ label: 'Media partner', theirs: 'Ninth', mine: 'Other' }]);
    expect(value).toMatchObject({ vendorKey: 9, vendorName: 'Ninth' });
  });
  it('merges programs, sources and days one by one', () => {
    const [nursing, welding] = parts.programs;
    const over = {
      programs: [nursing!, { ...welding!, selected: true }],
      sources: parts.sources.map((one) => ({ ...one, action: one.action && ('BLOCK' as const), note: 'Theirs' })),
    };
    const mine = {
      programs: { 31: { price: '50.00', cap: '20' } },
      sources: { ...base.sources, 42: { action: 'ALLOW' as const, price: '', cap: '', note: '' } },
      hours: { ...base.hours, days: { ...base.hours.days, MON: [] } },
    };
    const { value, conflicts } = mergeWith(over, mine);
    expect(conflicts).toEqual([]);
    expect(value.programs).toEqual({ 31: { price: '50.00', cap: '20' }, 32: { price: '', cap: '' } });
    expect(Object.values(value.sources).map(({ action }) => action)).toEqual(['BLOCK', 'ALLOW', 'BLOCK']);
    expect(value.hours.days.MON).toEqual([]);
  });
  it('does not merge "all programs" with single ones', () => {
    const [nursing, welding] = parts.programs;
    const over = { programs: [nursing!, { ...welding!, selected: true }] };
    expect(mergeWith(over, { programs: {} }).conflicts).toMatchObject([
      { path: 'programs', theirs: '2 programs', mine: 'All programs of the line item', both: null },
    ]);
  });
  it('merges tracking URLs one by one, without duplicates', () => {
    const [first] = base.urls;
    const added = { ...newUrl(base.urls), url: 'https://mine.example/' };
    const saved = [
      { ...first!, name: 'Theirs' },
      { ...added, trackingUrlKey: 99 },
    ];
    const { value, conflicts } = mergeWith({ urls: saved }, { urls: [first!, added] });
    expect(conflicts).toEqual([]);
    expect(value.urls.map(({ name, url }) => [name, url])).toEqual(saved.map(({ name, url }) => [name, url]));
    const both = mergeWith({ urls: [{ ...first!, name: 'Theirs' }] }, { urls: [{ ...first!, name: 'Mine' }] });
    expect(both.conflicts).toMatchObject([{ path: `urls.${first!.trackingUrlKey}`, by: 'Someone' }]);
  });
});

describe('the review', () => {
  const { programs, sources, defaultTimeZone, allocation } = parts;
  const textFor = (viewer: 'ag' | 'mp' | 'cl', showsMargin = viewer === 'ag') =>
    JSON.stringify(
      prepareReview({
        fields: { ...fields, notes: 'Secret' },
        names,
        programs,
        sources,
        defaultTimeZone,
        allocation: viewer === 'ag' ? allocation : null,
        viewer,
        showsMargin,
        partnerLink: linkForPartner('https://app.example', '/c/NURS-1'),
      }),
    );
  it('shows everybody the partner’s link', () => {
    expect(textFor('mp')).toContain('https://app.example/c/NURS-1?src={source}&s1={sub1}&txn={click_id}');
  });
  it('shows the agency both prices and the margin', () => {
    for (const words of ['$55.00', '$42.50', 'Margin $12.50, 22.7%', 'Secret', 'media price $48.00']) {
      expect(textFor('ag')).toContain(words);
    }
  });
  it('shows the agency no margin without the right', () => {
    expect(textFor('ag', false)).toContain('$42.50');
    expect(textFor('ag', false)).not.toContain('argin');
  });
  it('shows partners and clients their own price', () => {
    for (const words of ['$55.00', '$50.50', 'argin', 'Secret']) expect(textFor('mp')).not.toContain(words);
    for (const words of ['$42.50', '$48.00', '$39.90', 'argin', 'Secret']) expect(textFor('cl')).not.toContain(words);
    expect([textFor('mp').includes('$42.50'), textFor('cl').includes('$55.00')]).toEqual([true, true]);
  });
});

describe('selections', () => {
  it('of programs keep their input, and lose it when removed', () => {
    expect(withPrograms(fields.programs, [31, 32], true)).toEqual({
      31: { price: '48.00', cap: '20' },
      32: { price: '', cap: '' },
    });
    expect(withPrograms(fields.programs, [31], false)).toEqual({});
  });
  it('of sources change a rule or remove it', () => {
    expect(withSources(fields.sources, [41], 'BLOCK')[41]).toMatchObject({ action: 'BLOCK', price: '39.90' });
    expect(Object.keys(withSources(fields.sources, [41, 43], null))).toEqual([]);
  });
  test.each([
    ['ALL_APPROVED', 'APPROVED', null, true],
    ['ALL_APPROVED', 'PENDING', 'ALLOW', false],
    ['ONLY_LISTED', 'APPROVED', null, false],
    ['ONLY_LISTED', 'APPROVED', 'ALLOW', true],
    ['ALL_EXCEPT_LISTED', 'APPROVED', 'BLOCK', false],
  ] as const)('%s, %s, %s: %s', (mode, status, action, accepts) => {
    expect(isTaken(mode, status, action)).toBe(accepts);
  });
});

describe('tracking URLs', () => {
  it('insert a macro at the cursor', () => {
    expect(insertMacro('https://x.example/?a=&b=1', 'cid', 21, 21)).toEqual({
      url: 'https://x.example/?a={cid}&b=1',
      at: 26,
    });
  });
  it('are previewed with the campaign’s codes', () => {
    expect(previewOf({ type: 'CLICK', url: 'https://x.example/?k={campaign_code}&u={nope}' }, fields)).toBe(
      'https://x.example/?k=NURS-TX-01&u={nope}',
    );
    expect(withUsual({ type: 'CLICK', url: 'https://x.example/?a=1' })).toMatch(/\?a=1&cid=\{cid\}&utm_source=/);
    expect(
      formProblems(
        {
          ...fields,
          urls: [
            {
              ...newUrl([]),
              url: withUsual({ type: 'POSTBACK', url: 'https://p.example' }),
              type: 'POSTBACK',
              isDefault: false,
            },
          ],
        },
        null,
      ),
    ).toEqual([]);
  });
  it('have at most one default, an active click URL', () => {
    const [first] = fields.urls;
    const two = [first!, newUrl(fields.urls)];
    expect(two[1]!.isDefault).toBe(false);
    expect(withUrl(two, 1, { isDefault: true }).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    expect(withUrl(two, 0, { active: false })[0]!.isDefault).toBe(false);
    expect(withUrl(two, 0, { type: 'PIXEL' })[0]!.isDefault).toBe(false);
  });
});

test('places, rules and inherited values are described in words', () => {
  expect(geoText(fields.geo, 'Austin')).toBe(
    'Texas and 1 DMA and 1 ZIP code and 35 miles around Austin, without New York',
  );
  expect(geoText(newValues().geo)).toBe('No limit: whole US');
  expect(ruleText(fields.rules[0]!)).toBe('Age is between 18 and 40; unknown is rejected');
  expect(inheritedText(parts.inherited[0]!)).toBe('Highest education level at least High school diploma');
  expect(valuesOf(parts).vendorName).toBe('EduReach Network');
});
