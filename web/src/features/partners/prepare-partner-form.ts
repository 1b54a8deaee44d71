import { type Partner, PARTNER_PRODUCTS, type PartnerForm, type PartnerProduct } from '@paceline/contract';
import { group, list, type Rule, text, yesNo } from '../../shared/form/prepare-merge.ts';

export interface FormValues {
  mediaPartnerName: string;
  mediaPartnerCode: string;
  affiliateKey: string;
  activeFlag: boolean;
  productTypes: PartnerProduct[];
  paymentTerms: string;
}

const isProduct = (name: string): name is PartnerProduct => name in PARTNER_PRODUCTS;

export const newValues = (): FormValues => ({
  mediaPartnerName: '',
  mediaPartnerCode: '',
  affiliateKey: '',
  activeFlag: true,
  productTypes: ['PPL'],
  paymentTerms: '',
});

export const valuesOf = (partner: Partner): FormValues => ({
  mediaPartnerName: partner.mediaPartnerName,
  mediaPartnerCode: partner.mediaPartnerCode,
  affiliateKey: partner.affiliateKey,
  activeFlag: partner.activeFlag,
  productTypes: partner.productTypes.filter(isProduct),
  paymentTerms: partner.paymentTerms,
});

export const toForm = (values: FormValues, partner: Partner | null): PartnerForm => ({
  ...values,
  mediaPartnerKey: partner?.mediaPartnerKey ?? null,
  rowVersion: partner?.rowVersion ?? null,
});

/** How a partner is merged with what somebody else has made of it. */
export const partnerRule: Rule<FormValues> = group<FormValues>({
  mediaPartnerName: text('Name'),
  mediaPartnerCode: text('Code'),
  affiliateKey: text('Affiliate key'),
  activeFlag: yesNo('Active'),
  productTypes: list('Products', (product) => PARTNER_PRODUCTS[product]),
  paymentTerms: text('Payment terms'),
});
