import { expect, test } from 'vitest';
import { code, line, linked, paragraph, relativeTime } from './markdown.ts';

/** Characters that Discord would not read as plain text, since no backslash precedes them. */
function live(text: string): string {
  return text.replace(/\\[^0-9A-Za-z\s]/g, '').replace(/[^\\*_~`|>#+\-.()[\]{}<:@/!&]/g, '');
}

test.each([
  '[free money](https://evil.example)',
  '# heading',
  '-# small',
  '- list',
  '* list',
  '1. list',
  '> quote',
  '>>> quote',
  '**bold** __under__ ~~struck~~ ||spoiler|| *_*',
  '`code` ```block```',
  'https://evil.example/x and discord.gg/abc',
  '<https://evil.example>',
  '<@123456789012345678> <@&1> <#1> @everyone @here',
  '<t:1:R>',
  '<:name:123456789012345678> <a:n:1> :smile:',
  '</escrow deploy:123456789012345678>',
  '<id:customize>',
  '\\[already escaped\\](https://x.example)',
  '\\',
  '\\\\[x](y)',
])('%j means nothing to Discord', (hostile) => {
  expect(live(line(hostile))).toBe('');
  const [first, ...quoted] = paragraph(`a\n${hostile}`).split('\n');
  expect(first).toBe('');
  expect(quoted).toHaveLength(2);
  for (const each of quoted) {
    expect(each.startsWith('> ')).toBe(true);
    expect(live(each.slice(2))).toBe('');
  }
});

test('bidi marks, invisible characters and line breaks in a line are taken out', () => {
  expect(line('a\u202eb\u200bc\nd\u2066e')).toBe('abc de');
});

test('readable text stays unchanged', () => {
  const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');
  for (const text of ['Häuser & Gärten (2. Teil) – 10 % [neu]', 'C:\\temp', '日本語', '👩‍🚀 x']) {
    expect(unescaped(line(text))).toBe(text);
  }
});

test('text is cut before it is escaped, so that no lone backslash ends it', () => {
  expect(line('*'.repeat(50), 10)).toBe(`${'\\*'.repeat(9)}…`);
});

test('a text cannot break out of its code span', () => {
  expect(code('GABC` **x** \n')).toBe('`GABCx`');
});

test('a time is shown as Discord writes it', () => {
  expect(relativeTime('2026-01-01T00:00:00.500Z')).toBe('<t:1767225600:R>');
});

test.each([
  ['https://example.org/a_b?c=d&e=(f)#g', '<https://example.org/a_b?c=d&e=(f)#g>'],
  ['see “https://example.org/x”, and *this*.', 'see “<https://example.org/x>”, and \\*this\\*\\.'],
  ['http://example.org/x.', '<http://example.org/x>\\.'],
  ['https://a.example https://b.example', '<https://a.example> <https://b.example>'],
])('links the web addresses in evidence: %j', (text, shown) => {
  expect(linked(text)).toBe(shown);
});

test.each([
  'https://bank.example@evil.example/x',
  'https://раураl.example',
  'https://EVIL.example/x',
  'https://example.org.раураl.example',
  'https://example.org/cut…',
  'https://x',
  '[free](https://evil.example)',
  'javascript:alert(1)',
  '<@123456789012345678> </escrow deploy:1>',
])('links nothing that opens something else than is read: %j', (text) => {
  expect(linked(text).replace('<https://evil.example>', '').replace('<https://x>', '')).not.toContain('<h');
  expect(live(linked(text).replace(/<https?:[^<>]*>/g, ''))).toBe('');
});
