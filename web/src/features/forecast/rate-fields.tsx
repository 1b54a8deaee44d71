import { Box, Button, Group, TextInput } from '@mantine/core';
import { FORECAST_RATES, type ForecastDetails, type ForecastRate } from '@paceline/contract';
import classes from './forecast.module.css';
import { cellText, isRateText, type RateDrafts, rateText } from './prepare-forecast.ts';

interface RateFieldsProps {
  details: ForecastDetails;
  drafts: RateDrafts;
  mayChange: boolean;
  onDraft: (drafts: RateDrafts) => void;
}

/** Rates behind the forecast of outcomes, which a user can override. */
export const RateFields = ({ details, drafts, mayChange, onDraft }: RateFieldsProps) => (
  <fieldset className={classes.rates}>
    <legend>Rates, in percent of inquiries</legend>
    <Group gap={8}>
      {(Object.keys(FORECAST_RATES) as ForecastRate[]).map((rate) => {
        const text = drafts[rate] ?? cellText(details.rateOverrides[rate]);
        const name = FORECAST_RATES[rate];
        const put = (typed: string): void => onDraft({ ...drafts, [rate]: typed });
        return (
          <Box key={rate} w={148}>
            <TextInput
              size="xs"
              label={name}
              description={`History: ${rateText(details.rates[rate])}`}
              rightSection="%"
              value={text}
              readOnly={!mayChange}
              inputMode="decimal"
              maxLength={8}
              error={isRateText(text) ? undefined : 'From 0 to 100'}
              onChange={({ currentTarget }) => put(currentTarget.value)}
            />
            {mayChange && text !== '' && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Reset to history: ${name.toLowerCase()}`}
                onClick={() => put('')}
              >
                Reset to history
              </Button>
            )}
          </Box>
        );
      })}
    </Group>
  </fieldset>
);
