import { expect, test } from 'vitest';
import { escapeInvisible } from '../text/text.ts';
import { wordsOf } from '../words/all.ts';
import { LANGUAGES } from '../words/language.ts';
import { canBeName, nameProblem } from './contact.ts';
import { lookOf, nameKey } from './look.ts';

const TAKEN = `Ana|Ana Luísa|O’Brien|O'Brien|J.-P. Dupont|Анна|Ελένη|山田太郎|やまだ|김민준|अनिता|محمد|Studio 54|Studio Barcelona 2
Christopher Watson|Nguyễn Thị Hằng|Łukasz Żółć|Şükrü|スーパー|佐々木|Юлія|Yousef|Ella|Vos|Signe|Reception Studio|Ana the approver|a`;

/** What our sentences call people and things; and spellings that look like it. */
const OURS = [
  ...LANGUAGES.flatMap((language) => Object.values(wordsOf(language).PARTY_WORDS)),
  ...'me|Address below|The one who decides disputes|dirección más abajo|You|you|YOU|Y0u|Yóu|Approver|Approver 2'.split(
    '|',
  ),
  ...'the approver|Appr0ver|Receiver|Recelver|Escrow|the escrow|The Escrow|Countersign|Counter-sign|COUNTERSlGN'.split(
    '|',
  ),
  ...'Nobody|no one|Noone|Tú|Tu|Usted|USTED|Ústed|Receptor|el depósito|El deposito|Nadie|Alguien|Quien cobra'.split(
    '|',
  ),
  ...'Arbitro|plataforma|La plataforma|Your wallet|Signers'.split('|'),
];

const REFUSED = [
  ...['', '  ', 'x'.repeat(41), `A${'\u0301'.repeat(9)}`, `G${'A'.repeat(39)}`, 'Ana\nBen'],
  ...'Аna|Pаypal|Ana山|Ana\u0663|Ａna|ﬁne|An\u200ba|Ana\u202e|Alice\ufe00|Alice\u{e0100}|Al\u034fice|USDC\ufe00'.split(
    '|',
  ),
  ...'김\u1160|“Ana”|1Ana|Ana  Luísa|GB55UIW6CBX5WFO37GLL7|gb55uiw6cbx5wfo37gll7|ɑlice|Aǀice|ᴀlice|OʼNeil|ʻOkina'.split(
    '|',
  ),
  ...'Alice\u20e3|Alice\u20d2|Alice\u1dc4|محـمد|\u1c82лег|GDQ4..7XYZ|GDQ4 .. 7XYZ|G4ABCDEFGH-ABCDEFGHIJ'.split('|'),
];

test('takes names in any script, and refuses each that hides or poses as something', async () => {
  for (const name of TAKEN.split(/[|\n]/)) expect(nameProblem(name), name).toBeUndefined();
  for (const name of OURS) expect(nameProblem(name)?.code, name).toBe('NAME_IS_OURS');
  const lines = REFUSED.map((name) => `${escapeInvisible(JSON.stringify(name))} → ${nameProblem(name)?.code}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/names.txt');
});

test('a name is equal in any case, width and composition', () => {
  for (const same of ['ana luísa', 'ANA LUÍSA', ' Ana  Luísa ', 'Ana Lui\u0301sa', 'Ａｎａ Luísa']) {
    expect(nameKey(same)).toBe(nameKey('Ana Luísa'));
  }
  expect(nameKey('Ana Luisa')).not.toBe(nameKey('Ana Luísa'));
});

/** In each pair, Latin letters and others that look like them. */
const ALIKE =
  'Ana Аnа|Ana Aná|Capa Сара|Al AI|Bob B0b|Arne Ame|AnaM Ana-M|Ivo lvo|Đoàn Ɖoàn|ロミ 口ミ|Alice Alice\ufe00|Alice Ali\u{e0100}ce\u034f';

test.each(ALIKE.split('|').map((pair) => pair.split(' ')))('%s looks like %s', (one = '', other = '') => {
  expect(lookOf(one)).toBe(lookOf(other));
});

test.each([['Ana', 'Anna'] as const, ['Иван', 'Иора'] as const, ['Ben', 'Bea'] as const])(
  '%s does not look like %s',
  (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)),
);

test('an address, a part of one and a long text are not names', () => {
  for (const text of ['GB55UIW6CBX5WFO37GLL7ADRD7Y6', 'x'.repeat(41), '12', '', '…'])
    expect(canBeName(text)).toBe(false);
  for (const text of ['Ana', 'ana@example', 'someone I know']) expect(canBeName(text)).toBe(true);
});
