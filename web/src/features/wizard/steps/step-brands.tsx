import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { SectionCard } from '../../../ui/section-card.tsx';
import { newId } from '../prepare-draft.ts';
import classes from '../wizard.module.css';
import { type StepProps, withoutRow, withRow } from './step-props.ts';

export const StepBrands = ({ body: { brands }, change, errorOf }: StepProps) => {
  const missing = errorOf('brands');
  return (
    <SectionCard title="Brands" note="What the public knows. An owner with one name has one brand of that name.">
      <ul className={classes.rows} aria-label="Brands">
        {brands.map(({ id, brandName }, index) => (
          <li key={id} className={classes.row}>
            <TextInput
              label={`Brand ${index + 1}`}
              className={classes.wide}
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
          </li>
        ))}
      </ul>
      {missing && <p className={classes.error}>{missing}</p>}
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
