import { Button, Flex, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { type StepProps, withoutRow, withRow } from './step-props.ts';

export const StepBrands = ({ body: { brands }, change, errorOf }: StepProps) => {
  const missing = errorOf('brands');
  return (
    <SectionCard title="Brands" note="Names the public knows. With only one name, create one brand.">
      <ul className={classes.rows} aria-label="Brands">
        {brands.map(({ id, brandName }, index) => (
          <Flex key={id} component="li" gap={10} align="flex-end" wrap="wrap">
            <TextInput
              label={`Brand ${index + 1}`}
              required
              flex="1 1 240px"
              maw={520}
              maxLength={100}
              autoComplete="off"
              value={brandName}
              error={errorOf(`brands.${index}.brandName`, brandName)}
              onChange={({ currentTarget }) =>
                change({ brands: withRow(brands, id, { brandName: currentTarget.value }) })
              }
            />
            <Button
              variant="default"
              aria-label={`Remove brand ${index + 1}`}
              onClick={() => change({ brands: withoutRow(brands, id) })}
            >
              Remove
            </Button>
          </Flex>
        ))}
      </ul>
      {missing && (
        <ErrorText data-refused tabIndex={-1}>
          {missing}
        </ErrorText>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => change({ brands: [...brands, { id: newId(), brandName: '' }] })}
      >
        Add a brand
      </Button>
    </SectionCard>
  );
};
