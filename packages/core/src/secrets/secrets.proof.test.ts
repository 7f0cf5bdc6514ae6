/** How surely secrets are found, how rarely ordinary texts are taken for one, and how long the look takes. */
import { ordinaryRequests, ordinaryTexts } from '@countersign/testkit/fixtures/ordinary-texts';
import { secretCorpus } from '@countersign/testkit/fixtures/secret-corpus';
import { fastest, LONGEST_MS } from '@countersign/testkit/fuzz/fuzz';
import { warmScanner } from '@countersign/testkit/fuzz/secret-target';
import { refusedOr } from '@countersign/testkit/fuzz/target';
import { createRandom } from '@countersign/testkit/mutation/random';
import { counted, isWhole, sampled, share } from '@countersign/testkit/proof/share';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { wordlist as chinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { Keypair } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { INPUT_LIMITS } from './input-limits.ts';
import { createSecretScanner, refuseSecrets } from './secrets.ts';

const scanner = createSecretScanner();
const random = createRandom(20_261_121);

const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const newSeed = () => Keypair.fromRawEd25519Seed(bytes(32)).secret();
const newPhrase = (words: number) => entropyToMnemonic(bytes((words / 3) * 4), wordlist);

const percent = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const escaped = (text: string) =>
  Array.from(text, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const inside = (text: string, sign: string, every: number) =>
  text.replace(new RegExp(`.{${every}}(?=.)`, 'gs'), (part) => part + sign);

/** What a person or a program makes of either. */
const ANY: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in a sentence': (secret) => `So here is mine: ${secret}, thanks!`,
  'in lower case': (secret) => `mine: ${secret.toLowerCase()}`,
  'in upper case': (secret) => `mine: ${secret.toUpperCase()}`,
  'in quotes': (secret) => `“${secret}”`,
  'in JSON': (secret) => JSON.stringify({ note: [{ deep: `x: ${secret}` }] }),
  'in YAML': (secret) => `title: Logo\nnote: >\n  ${secret}\nsigner: x`,
  'in a query': (secret) => `https://example.org/?k=1&q=${encodeURIComponent(secret)}&z=2`,
  'in a path': (secret) => `https://example.org/a/${encodeURIComponent(secret)}/b`,
  'percent-encoded whole': percent,
  'percent-encoded twice': (secret) => encodeURIComponent(percent(secret)),
  'escaped as in JSON': (secret) => `"${escaped(secret)}"`,
  'numbered as in HTML': (secret) => Array.from(secret, (c) => `&#${c.charCodeAt(0)};`).join(''),
  'with zero-width spaces': (secret) => inside(secret, '\u200b', 3),
  'with soft hyphens, percent-encoded': (secret) => encodeURIComponent(inside(secret, '\u00ad', 5)),
  'in full width': wide,
  'in base64': (secret) => `see ${Buffer.from(`mine is ${secret}`).toString('base64')} there`,
  'in base64url': (secret) => Buffer.from(`??>>${secret}??>>`).toString('base64url'),
  'in base64, glued': (secret) => `data/text/plain/base64/${Buffer.from(secret).toString('base64')}`,
  'in base64 with lines': (secret) => inside(Buffer.from(`mine: ${secret}`).toString('base64'), '\n', 64),
  'in hex': (secret) => `0x${Buffer.from(secret).toString('hex')}`,
};
const OF_SEEDS: typeof ANY = {
  'glued to words': (seed) => `mykey${seed}end`,
  'after an equals sign, percent-encoded': (seed) => `k%3D${seed}`,
  'in groups of four': (seed) => inside(seed, ' ', 4),
  'in groups with hyphens': (seed) => inside(seed, '-', 8),
  'over lines': (seed) => `> ${inside(seed, '\n> ', 20)}`,
  'letter by letter': (seed) => inside(seed, ' ', 1),
  'put together in code': (seed) => `"${inside(seed, '" + "', 28)}"`,
};
const words = (phrase: string) => phrase.split(' ');
const OF_PHRASES: typeof ANY = {
  'a word a line': (phrase) => words(phrase).join('\n'),
  'a word a line, of another system': (phrase) => words(phrase).join('\r\n'),
  'with commas': (phrase) => words(phrase).join(', '),
  'with tabs': (phrase) => words(phrase).join('\t'),
  'with hyphens': (phrase) => words(phrase).join('-'),
  'with underscores': (phrase) => words(phrase).join('_'),
  'with plus signs': (phrase) => words(phrase).join('+'),
  'four a line': (phrase) => inside(`${words(phrase).join(' ')} `, '', 1).replace(/((?:\w+ ){4})/g, '$1\n'),
  numbered: (phrase) =>
    words(phrase)
      .map((word, at) => `${at + 1}. ${word}`)
      .join('\n'),
  'numbered with brackets': (phrase) =>
    words(phrase)
      .map((word, at) => `${at + 1}) ${word}`)
      .join('   '),
  'numbered with ordinals': (phrase) =>
    words(phrase)
      .map((word, at) => `${at + 1}${['th', 'st', 'nd', 'rd'][at + 1] ?? 'th'} ${word}`)
      .join(', '),
  'behind labels with numbers': (phrase) =>
    words(phrase)
      .map((word, at) => `my word #${at + 1} is ${word}`)
      .join('; '),
  'as a list of Markdown': (phrase) =>
    words(phrase)
      .map((word) => `- **${word}**`)
      .join('\n'),
  'as a table': (phrase) =>
    words(phrase)
      .map((word, at) => `| ${at + 1} | ${word} |`)
      .join('\n'),
  'as an array': (phrase) => JSON.stringify(words(phrase)),
  'as an indented array': (phrase) => JSON.stringify({ a: words(phrase) }, null, 6),
  'set apart by capitals': (phrase) =>
    words(phrase)
      .map((word) => (word[0] as string).toUpperCase() + word.slice(1))
      .join(''),
  'behind a word of the list': (phrase) => `my seed phrase ${phrase}`,
  'before a word of the list': (phrase) => `${phrase} secret wallet`,
};

test('every seed is found and blacked out, however it is written', ({ task }) => {
  const ways = { ...ANY, ...OF_SEEDS };
  const rounds = 100;
  for (const [way, write] of Object.entries(ways)) {
    for (let round = 0; round < share(rounds); round++) {
      const seed = newSeed();
      expectFound(way, write(seed), '[secret seed]', [seed]);
    }
  }
  task.meta.figures = {
    proof: 'Secrets found',
    rows: {
      'seeds found and blacked out': Object.keys(ways).length * rounds,
      'ways in which they were written': Object.keys(ways).length,
    },
  };
});

test('every phrase of every length is found and blacked out, however it is written', ({ task }) => {
  const ways = { ...ANY, ...OF_PHRASES };
  const lengths = [12, 15, 18, 21, 24];
  const rounds = 20;
  for (const [way, write] of Object.entries(ways)) {
    for (const length of lengths) {
      for (let round = 0; round < share(rounds); round++) {
        const phrase = newPhrase(length);
        expectFound(way, write(phrase), '[recovery phrase]', words(phrase));
      }
    }
  }
  task.meta.figures = {
    proof: 'Secrets found',
    rows: {
      'phrases found and blacked out': Object.keys(ways).length * lengths.length * rounds,
      'ways they were written in': Object.keys(ways).length,
    },
  };
});

/** Three words of the secret or more would be left by a redaction that missed a part. */
function expectFound(way: string, text: string, instead: string, parts: readonly string[]): void {
  expect(scanner.finds(text), `${way}: ${text}`).toBe(true);
  const redacted = scanner.redact(text);
  expect(redacted, way).toContain(instead);
  expect(scanner.finds(redacted), way).toBe(false);
  const left = parts.filter((part) => new RegExp(`\\b${part}\\b`, 'i').test(redacted));
  expect(left.length, `${way}: ${redacted}`).toBeLessThan(3);
}

test('secrets that are broken, in other languages or raw are found as in the corpus, whatever their bytes are', ({
  task,
}) => {
  const corpora = 40;
  const secrets = Array.from({ length: corpora }, (_, at) => secretCorpus(at)).flat();
  const missed = sampled(secrets).filter(({ text }) => !scanner.finds(text));
  expect(missed).toEqual([]);
  task.meta.figures = {
    proof: 'Secrets found',
    rows: { 'broken seeds, phrases in ten languages and raw keys, all found': secrets.length },
  };
});

test('a secret cut into fields of one input is found', ({ task }) => {
  const [rounds, cuts] = [200, 6];
  for (let round = 0; round < share(rounds); round++) {
    const seed = newSeed();
    const cut = 1 + random.below(55);
    const phrase = words(newPhrase(random.pick([12, 15, 18, 21, 24])));
    const half = 1 + random.below(phrase.length - 1);
    const inputs = [
      { title: seed.slice(0, cut), description: seed.slice(cut) },
      { title: `my key ${seed.slice(0, 20)}`, description: `${seed.slice(20)} that was it` },
      { milestones: [{ description: seed.slice(0, 28) }, { description: seed.slice(28) }] },
      { title: phrase.slice(0, half).join(' '), description: phrase.slice(half).join(' ') },
      { milestones: phrase.slice(0, 24).map((description, at) => ({ description, amount: String(at + 1) })) },
      { a: 'phrase', b: phrase },
    ];
    expect(inputs).toHaveLength(cuts);
    for (const input of inputs) {
      expect(() => refuseSecrets(input, scanner), JSON.stringify(input)).toThrowError(
        expect.objectContaining({ code: 'SECRET_REFUSED' }),
      );
    }
  }
  task.meta.figures = {
    proof: 'Secrets found',
    rows: { 'secrets found that were cut into several fields': rounds * cuts },
  };
});

test('ordinary texts are let through unchanged', ({ task }) => {
  const counts: Record<string, number> = {};
  const texts = [...ordinaryTexts()];
  for (const { kind } of texts) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const { kind, text } of sampled(texts)) {
    expect(scanner.finds(text), `${kind}: ${text}`).toBe(false);
    expect(scanner.redact(text)).toBe(text);
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual(10_000);
  task.meta.figures = {
    proof: 'Ordinary texts',
    rows: { 'texts looked at': total, 'kinds of text': Object.keys(counts).length, 'taken for a secret': 0 },
  };
});

test('the end of an XDR is let through: a key, then numbers that are mostly zeros', ({ task }) => {
  const NUMBERS = 'AAAAFAAAAAEAPQkAAAAAAAAABaAAAAAAAADzSAAAAAA=';
  const ends = share(400_000);
  for (let at = 0; at < ends; at++) {
    const end = Buffer.concat([bytes(30 + random.below(3)), Buffer.from(NUMBERS, 'base64')]).toString('base64');
    expect(scanner.redact(end)).toBe(end);
  }
  task.meta.figures = { proof: 'Ordinary texts', rows: { 'ends of XDRs': counted(ends) } };
});

test('ordinary requests are let through as a whole, where fields are looked at together', ({ task }) => {
  const refused = (requests: readonly unknown[]) =>
    requests.filter((input) => {
      try {
        refuseSecrets(input, scanner);
        return false;
      } catch {
        return true;
      }
    }).length;
  const [rounds, briefRounds] = [1_000, 4_000];
  expect(refused(ordinaryRequests(share(rounds), false))).toBe(0);
  // A phrase may be cut into fields anywhere, so twelve of the list's words in a row are looked at: one row in sixteen
  // has the checksum.
  const brief = refused(ordinaryRequests(share(briefRounds), true));
  expect(brief / share(briefRounds)).toBeLessThan(0.01);
  task.meta.figures = {
    proof: 'Ordinary texts',
    rows: {
      'whole requests, none refused': rounds,
      [`of ${briefRounds} requests in which each text is a word or two, nearly all of the list, refused`]:
        counted(brief),
    },
  };
});

test('refuses random words as a phrase as often as BIP-39’s checksum predicts', ({ task }) => {
  const refused = (length: number, rounds: number) => {
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      const row = Array.from({ length }, () => random.pick(wordlist)).join(' ');
      count += scanner.finds(`The ${row} are there.`) ? 1 : 0;
    }
    return count;
  };
  const rounds = share(4_000);
  const [eleven, twelve, thirteen] = [refused(11, 200), refused(12, rounds), refused(13, rounds)];
  expect(eleven).toBe(0);
  // One in 16 has the checksum, and one in 85 a word that names a phrase. Fewer rounds are too few for shares.
  if (isWhole) {
    expect(twelve / rounds).toBeGreaterThan(0.05);
    expect(twelve / rounds).toBeLessThan(0.085);
    expect(thirteen / rounds).toBeLessThan(0.15);
  }
  task.meta.figures = {
    proof: 'Ordinary texts',
    rows: {
      'of 4000 sentences with 12 words in a row drawn from the list, refused': counted(twelve),
      'of 4000 sentences with 13 such words in a row, refused': counted(thirteen),
    },
  };
});

test('the largest texts that are read, made to keep the scanner busy, take no longer than any input may', async ({
  task,
}) => {
  const own = () => warmScanner(['an-api-key-of-our-own-0123456789', 'another/token+with=signs%and&more']);
  const filled = (part: () => string) => {
    const texts: string[] = [];
    for (let [length, special] = [0, 0]; ; ) {
      const text = part();
      length += text.length;
      special += text.replace(/[ -~\n]/g, '').length;
      if (length > INPUT_LIMITS.characters || special > INPUT_LIMITS.special) return texts.join('');
      texts.push(text);
    }
  };
  const words = (count: number) => Array.from({ length: count }, () => random.pick(wordlist)).join(' ');
  const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const encoded = (text: string, as: 'base64' | 'hex') =>
    Buffer.from(text).toString(as).slice(0, INPUT_LIMITS.characters);
  const hostile = [
    filled(() => `${words(1)} `),
    filled(() => `${words(11)} xyz `),
    filled(() => `${words(100)} xyz `),
    // Of one word alone no phrase has a valid checksum, so that all of them are tried.
    filled(() => `${'zoo '.repeat(200)}xyz `),
    filled(() => `${'abandon '.repeat(261)}xyz `),
    filled(() => `${Array.from({ length: 99 }, (_, at) => `${at + 1} `).join('zoo ')}. `),
    filled(() => `${Array.from({ length: 99 }, (_, at) => `#${at + 1} is a `).join('zoo ')}. `),
    filled(() => '1 2 '),
    filled(() => random.pick([...base32])),
    filled(() => random.pick([...base32]).toLowerCase()),
    filled(() => random.pick([...base64])),
    filled(() => `${random.pick([...base64])}\u200b`),
    filled(() => random.pick([...'0123456789abcdef'])),
    filled(() => `${'0123456789abcdef'.repeat(6).slice(3)} `),
    filled(() => 'SA'),
    filled(() => 'SA2 '),
    filled(() => 'sa2b-'),
    filled(() => 'S\t'),
    filled(() => 'Ｓ'),
    filled(() => 'Ｓ\t'),
    filled(() => 'Ⓢ'),
    filled(() => '⑽'),
    filled(() => '\u{1d400}'),
    filled(() => 'σα '),
    filled(() => `${random.pick([...base32])}${random.pick([...' -_."'])}`),
    filled(() => `%${random.pick([...'234567'])}${random.pick([...base32])}`),
    filled(() => '%25'),
    filled(() => '%252541'),
    filled(() => '%c3%a9'),
    filled(() => '\\u0053'),
    filled(() => '\\n'),
    filled(() => '\\'),
    filled(() => '&#'),
    filled(() => '&#83;'),
    filled(() => '\u200b'),
    filled(() => '\t'),
    filled(() => ' '),
    filled(() => 'a\n'),
    filled(() => 'an-api-key-of-our-own-012345678'),
    filled(() => 'S 2 1 '),
    filled(() => 'S2C4 A9B3 '),
    filled(() => `${words(1).slice(0, 4)} `),
    filled(() => `${words(11)}, `),
    filled(() => `${random.pick(spanish)} `),
    filled(() => random.pick(chinese)),
    filled(() => `${Array.from({ length: 12 }, () => random.pick(chinese)).join('')}\n`),
    `secret ${filled(() => `seed a b c ${'ab12'.repeat(16)} hash `)}`.slice(0, INPUT_LIMITS.characters),
    encoded(
      filled(() => `${words(1)} xyz `),
      'base64',
    ),
    encoded(
      filled(() => `${words(1)} xyz `),
      'hex',
    ),
    encoded(
      filled(() => 'SA'),
      'base64',
    ),
    encoded(
      filled(() => 'SA'),
      'hex',
    ),
  ];
  for (const text of sampled(hostile)) {
    expect(await fastest(() => refusedOr(() => refuseSecrets(text, own()))), text.slice(0, 40)).toBeLessThan(
      LONGEST_MS,
    );
    expect(await fastest(() => own().redact(text)), text.slice(0, 40)).toBeLessThan(LONGEST_MS);
  }
  task.meta.figures = {
    proof: 'Secrets found',
    rows: {
      'texts made to keep the scanner busy, as large as is read': hostile.length,
      'time of the slowest': `under ${LONGEST_MS} ms`,
    },
  };
});
