import { expect, test } from 'vitest';
import { textWarnings } from './text-warnings.ts';

const escrow = (title: string) => ({
  engagementId: 'E-1',
  title,
  description: 'A logo',
  milestones: [{ description: 'Sketch' }],
});

test.each([
  ['USDС paid', 'title mixes Latin and Cyrillic letters in one word'],
  ['Ρlatform', 'title mixes Latin and Greek letters in one word'],
  ['𝐑𝐞𝐜𝐞𝐢𝐯𝐞𝐫', 'styled letters'],
  [`Send to ${'GA'.repeat(28)}`, 'looks like an address or a key'],
])('%s is pointed out', (title, text) => {
  const warnings = textWarnings(escrow(title));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(text);
});

test.each([
  'Логотип for Anna',
  '10 kΩ',
  'See https://example.org/specification/of/the/logo',
  'Tシャツ',
  'Donaudampfschifffahrtsgesellschaft',
])('%s is not', (title) => expect(textWarnings(escrow(title))).toEqual([]));

test('each text is named by its field', () => {
  const warnings = textWarnings({ ...escrow('x'), milestones: [{ description: 'Sketch' }, { description: 'Dоne' }] });
  expect(warnings).toEqual([expect.stringMatching(/^milestones\[1\]\.description mixes/)]);
});
