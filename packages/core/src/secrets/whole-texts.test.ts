/** Texts on both sides of every limit of the scan, each as it is after the redaction: what is found, and exactly where. */
import { createPart } from '@countersign/testkit/record/part';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { hash, Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { isPhraseInParts } from './recovery-phrase.ts';
import { createSecretScanner } from './secrets.ts';

const OWN = 'Own+key/of 1234<&>';
const scanner = createSecretScanner([OWN, 'fifteen-letters', 'sixteen-letters!']);
/** Of fixed bytes: no key of anyone’s. */
const SEED = Keypair.fromRawEd25519Seed(hash('a key of no one')).secret();
const WRONG = `${SEED.slice(0, 30)}${SEED[30] === 'Q' ? 'R' : 'Q'}${SEED.slice(31)}`;
const HEX = 'ab12'.repeat(16);
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const words = PHRASE.split(' ');
/** Too few for a checksum. */
const ELEVEN = wordlist.filter((_, at) => at % 180 === 7).slice(0, 11);
const groups = (text: string, every: number, sign: string) =>
  text.match(new RegExp(`.{1,${every}}`, 'g'))?.join(sign) ?? '';
const x = (length: number) => 'x'.repeat(length);
const blanks = (length: number) => ' '.repeat(length);
/** Runs of a character with their length. */
const short = (text: string) => text.replace(/(.)\1{19,}/gu, (run, sign) => `${sign}×${[...run].length}`);
const shown = (text: string) => short(JSON.stringify({ '': text }).slice(4, -1));
const redacted = (texts: readonly string[]) => texts.map((text) => shown(scanner.redact(text))).join('\n');

const SEEDS: Readonly<Record<string, readonly string[]>> = {
  'whole, in each case': [
    SEED,
    SEED.toLowerCase(),
    `x${SEED}`,
    `${SEED}x`,
    `x${SEED.toLowerCase()}`,
    `-${SEED}-`,
    `é${SEED}é`,
  ],
  'with a digit that no seed has before and behind': [`0${SEED}`, `${SEED}9`],
  'in two, with gaps of 8 and 9': [8, 9].map((gap) => `${SEED.slice(0, 28)}${blanks(gap)}${SEED.slice(28)}`),
  'in lower case, in groups': [groups(SEED.toLowerCase(), 4, ' '), groups(SEED.toLowerCase(), 28, '\n')],
  'glued and in groups': [`x${groups(SEED, 4, ' ')}`, `${groups(SEED, 4, ' ')}x`],
  twice: [`${SEED} ${SEED}`, `${SEED}${SEED}`],
  'with a wrong letter': [WRONG, WRONG.toLowerCase(), `x${WRONG}`, `${WRONG}+`, `(${WRONG})`],
  'of 49, 50, 60 and 61 letters': [WRONG.slice(0, 49), WRONG.slice(0, 50), `${WRONG}ABCD`, `${WRONG}ABCDE`],
  'with two and three letters that no seed has': [`${WRONG.slice(0, 54)}01`, `${WRONG.slice(0, 53)}018`],
  'with two and three letters in the other case': [2, 3].map(
    (count) => `${WRONG.slice(0, 2)}${'abcdefgh'.slice(0, count)}${WRONG.slice(2 + count)}`,
  ),
  'without digits, in each case': [
    `S${'ABCDEFGHIJ'.repeat(5)}ABCDE`,
    `s${'abcdefghij'.repeat(5)}abcde`,
    `s${'abcdefghij'.repeat(5)}abcd2`,
  ],
  'as the address of an onion': [`${WRONG.toLowerCase()}.onion`, `${WRONG.toLowerCase()}.org`, `${WRONG}.onion`],
  'that begins with another letter': [`T${WRONG.slice(1)}`, SEED.slice(1), `T${SEED.slice(1)}`, `TT${SEED.slice(1)}`],
  'with a wrong letter, in groups': [2, 3, 4, 8, 14, 28].map((every) => groups(WRONG, every, ' ')),
  'with a wrong letter, in uneven groups': [
    `${WRONG.slice(0, 4)} ${WRONG.slice(4, 20)} ${WRONG.slice(20)}`,
    `${WRONG.slice(0, 3)} ${WRONG.slice(3, 20)} ${WRONG.slice(20)}`,
    `${WRONG.slice(0, 4)} ${WRONG.slice(4, 12)} ${WRONG.slice(12, 20)} ${WRONG.slice(20, 40)} ${WRONG.slice(40)}`,
  ],
  'with a wrong letter, with gaps of 8 and 9': [8, 9].map((gap) => groups(WRONG, 14, blanks(gap))),
  'with three and four digits, in groups': [3, 4].map((digits) =>
    groups(`SABC${'2345'.slice(0, digits)}${'DEFGHIJK'.repeat(6)}`, 8, ' '),
  ),
  'with eight and seven equal letters next to base64': [8, 7].map(
    (zeros) => `${WRONG.slice(0, 40)}${'A'.repeat(zeros)}${WRONG.slice(0, 8)}=`,
  ),
  'the same without base64': [`${WRONG.slice(0, 40)}AAAAAAAA${WRONG.slice(0, 8)} `],
};

const base64Key = Buffer.from(HEX, 'hex').toString('base64').slice(0, 43);
const KEYS: Readonly<Record<string, readonly string[]>> = {
  'behind its name': [
    'secret',
    'seed',
    'secret key',
    'secretKey',
    'private key',
    'priv',
    'my key',
    'public key',
    'privately',
  ].map((name) => `${name}: ${HEX}`),
  'without its name, and as a hash': [
    HEX,
    `the secret hash ${HEX}`,
    `seed of the transaction ${HEX}`,
    `secret things of mine are ${HEX}`,
    `s${'a2b3'.repeat(13)}xyz.onion`,
  ],
  'three and four words behind': [`secret of mine today ${HEX}`, `secret of mine today too ${HEX}`],
  '“secret key” and words': [`secret key of mine today ${HEX}`, `secret key of mine today too ${HEX}`],
  'near and too far behind': [75, 76].map((gap) => `seed${blanks(gap)} ${HEX}`),
  'with something public near it': [
    `hash secret ${HEX}`,
    `secret hash ${HEX}`,
    `secret ${HEX} hash`,
    `secret ${HEX}${blanks(17)}tx`,
    `secret ${HEX}${blanks(19)}tx`,
    `tx of a secret ${HEX}`,
  ],
  'of 63, 64 and 65 digits': [HEX.slice(1), HEX, `${HEX}a`, `0x${HEX}`].map((key) => `secret ${key}`),
  'in base64': [
    `secret ${base64Key}`,
    `secret ${base64Key.slice(0, 42)}B`,
    `secret ${base64Key}=`,
    `secret ${base64Key.slice(1)}`,
  ],
};

const numbered = (list: readonly string[], write: (word: string, number: number) => string) =>
  list.map((word, at) => write(word, at + 1)).join('\n');
const inChinese = (bytes: number) => [
  ...entropyToMnemonic(hash('no one').subarray(0, bytes), chinese).replaceAll(' ', ''),
];
const [twelve, twentyFour] = [inChinese(16), inChinese(32)];
const SOUNDS = 'radio audio music noise sound voice song echo drum piano guitar';
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  'valid, among other words': [PHRASE, `We saw ${PHRASE} there`, `zoo ${PHRASE} zoo`],
  'valid, with gaps of 24 and 25': [24, 25].map((gap) => `We saw ${words.join(blanks(gap))} there`),
  'valid, with numbers between': [
    `We ${words.join(' 29 ')} go`,
    `We ${words.join(' 30 ')} go`,
    `We ${words.join(' 100 ')} go`,
  ],
  'valid, in capitals and joined by them': [
    PHRASE.toUpperCase(),
    words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(''),
  ],
  'eleven words alone and among others': [
    ELEVEN.join(' '),
    `We ${ELEVEN.join(' ')} go`,
    `${ELEVEN.join(' ')}\nWe go`,
    ELEVEN.slice(1).join(' '),
  ],
  'eleven words that are named, near and far': [
    `My seed: ${ELEVEN.join(' ')} go`,
    `seed ${x(74)} ${ELEVEN.join(' ')} go`,
    `seed ${x(75)} ${ELEVEN.join(' ')} go`,
    `We ${ELEVEN.join(' ')} ${x(34)} seed`,
    `We ${ELEVEN.join(' ')} ${x(35)} seed`,
  ],
  'eleven words with a break': [
    `We ${ELEVEN.slice(0, 5).join(' ')}. ${ELEVEN.slice(5).join(' ')} go`,
    ELEVEN.join(', '),
    numbered(ELEVEN, (word, at) => `${at}. ${word}`),
  ],
  'words of which nine and eight differ': [9, 8].map((count) =>
    [...ELEVEN.slice(0, count), ...Array(12 - count).fill(ELEVEN[0])].join(' '),
  ),
  'cut to four letters, all and one': [
    wordlist
      .filter((word) => word.length > 4)
      .slice(0, 12)
      .map((word) => word.slice(0, 4))
      .join(' '),
    [...ELEVEN, 'aban'].join(' '),
  ],
  'with a name within': [`We ${ELEVEN.join(' ')} seed go`, `We ${ELEVEN.slice(1).join(' ')} seed go`],
  'in Chinese, without spaces': [twelve.join(''), `助记词：${twelve.join('')}。`, `我有${twelve.join('')}。`],
  'in Chinese, of 24 and 25 characters': [twentyFour.join(''), `${twentyFour.join('')}一`],
  'in Chinese, with spaces': [twelve.join(' '), twelve.slice(1).join(' ')],
  'behind four and five labels': [4, 5].map((labels) =>
    numbered(words, (word, at) => `${at} ${'so '.repeat(labels)}${word}`),
  ),
  'with one, two and three endings': [1, 2, 3].map((endings) =>
    numbered(words, (word, at) => `${at} so ${word} ${'abc'[at % endings]}`),
  ),
  'eleven and ten rows': [11, 10].map((rows) =>
    numbered(ELEVEN.slice(0, rows), (word, at) => `seed word ${at} so ${word} etc`),
  ),
  'rows that are 81 and 82 apart': [81, 82].map((step) =>
    words.map((word, at) => `${String(at + 1).padEnd(3)}is ${word}`.padEnd(step)).join(''),
  ),
  'with numbers of three digits between': [numbered(words, (word, at) => `${at} so ${word} 100`)],
  'as ordinals': [numbered(words, (word, at) => `${at}st ${word}`), numbered(words, (word, at) => `${at}best ${word}`)],
  'not valid, which people write': [
    `We saw ${PHRASE.replace('yellow', 'year')} there`,
    words.map((word, at) => `${at + 1}. ${word} ${words[at ^ 1]} and more, 5 USDC`).join('\n'),
    numbered(
      'logo page site form text menu game film song poem code test'.split(' '),
      (word, at) => `Milestone ${at}: ${word}`,
    ),
    'abandon ability able abou above absent absorb abstract absurd abuse access accident',
    `We ${SOUNDS} zoo saw`,
    SOUNDS.replaceAll(' ', ', '),
  ],
  'with other labels from the seventh on': [numbered(words, (word, at) => `${at} ${at < 7 ? 'so' : 'as'} ${word}`)],
};

test('blacks out secrets as recorded', async () => {
  const { note, text } = createPart();
  for (const [name, texts] of Object.entries({ ...SEEDS, ...KEYS, ...PHRASES })) note(name, redacted(texts));
  note(
    'one of our own',
    redacted([
      OWN,
      `x${OWN}`,
      `-${OWN}-`,
      OWN.toUpperCase(),
      encodeURIComponent(OWN),
      'fifteen-letters',
      'sixteen-letters!',
    ]),
  );
  note('one of our own in HTML', redacted([OWN.replace('<', '&lt;').replace('&>', '&amp;&gt;')]));
  note(
    'one of our own in base64 and hex',
    redacted(
      ['', 'x', 'xx']
        .map((before) => Buffer.from(`${before}${OWN}yy`).toString('base64'))
        .concat(Buffer.from(OWN).toString('hex')),
    ),
  );
  note(
    'one of our own that is cut',
    redacted(
      [17, 6, 5].flatMap((length) => [OWN.slice(0, length), `${OWN.slice(0, length)}…`, `${OWN.slice(0, length)}...`]),
    ),
  );
  note(
    'one of our own over lines',
    redacted([groups('sixteen-letters!', 6, '\n'), groups('sixteen-letters!', 6, '-')]),
  );
  note(
    'in parts',
    [
      words,
      words.slice(1),
      [words.slice(0, 6).join(' '), words.slice(6).join(' ')],
      ['x', ...words],
      [...words.slice(0, 6), 'xyz', ...words.slice(6)],
      [...words.slice(0, 6), '5 %', ...words.slice(6)],
      [PHRASE],
    ]
      .map((each) => isPhraseInParts(each))
      .join(', '),
  );
  await expect(text()).toMatchFileSnapshot('recorded/redacted.txt');
});
