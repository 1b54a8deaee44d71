import { Box, Group } from '@mantine/core';
import { colourProblem, darkEnough, onDark } from '@paceline/contract';
import { BrandMark } from '../../../ui/marks/brand-mark.tsx';
import { Note } from '../../../ui/pieces/note.tsx';

/** The surfaces of both themes side by side, whichever is on. */
const SCHEMES = {
  light: { label: 'Light', surface: '#ffffff', text: '#16202a', line: '#dde3ea', usual: '#0a76bc' },
  dark: { label: 'Dark', surface: '#181f26', text: '#d7dde5', line: '#2a343f', usual: '#0a76bc' },
} as const;

/** As the frame has it: logos are made for light paper. */
const PLATE = { padding: '2px 5px', background: '#ffffff', borderRadius: 4 };

interface BrandPreviewProps {
  name: string;
  logo: string | null;
  colour: string;
}

/** The frame's head, a button and a link in light and dark. A colour that cannot be read is shown as the nearest that can. */
export const BrandPreview = ({ name, logo, colour }: BrandPreviewProps) => {
  const isColour = /^#[0-9a-f]{6}$/.test(colour);
  const base = isColour ? darkEnough(colour) : null;
  return (
    <Group gap={12} role="group" aria-label="Preview" align="stretch">
      {(Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]).map((scheme) => {
        const { label, surface, text, line, usual } = SCHEMES[scheme];
        const link =
          base === null ? (scheme === 'light' ? '#0965a1' : '#74b5e5') : scheme === 'light' ? base : onDark(base);
        return (
          <Box key={scheme} flex="1 1 240px" p={14} bdrs="md" bg={surface} c={text} bd={`1px solid ${line}`}>
            <Group gap={9} fw={650} mb={12} wrap="nowrap">
              {logo !== null && (
                <img
                  src={logo}
                  alt=""
                  height={26}
                  style={{ maxWidth: 130, objectFit: 'contain', ...(scheme === 'dark' && PLATE) }}
                />
              )}
              {logo === null && name === '' && <BrandMark size={26} />}
              {name || (logo === null ? 'Paceline' : '')}
            </Group>
            <Group gap={14}>
              <Box component="span" px={14} py={6} bdrs="sm" c="#ffffff" bg={base ?? usual} fz="sm" fw={600}>
                Save
              </Box>
              <Box component="span" c={link} fz="sm">
                A link, {label.toLowerCase()}
              </Box>
            </Group>
          </Box>
        );
      })}
      {isColour && (
        <Note size="xs" w="100%">
          {colourProblem(colour) === null
            ? `On dark pages, links are ${onDark(colour)}: the same colour, light enough to be read.`
            : `Shown as ${darkEnough(colour)}, the nearest colour that can be read.`}
        </Note>
      )}
    </Group>
  );
};
