/** What people paste where a signed transaction is expected: around a good one, and instead of one. */
import { Asset, Keypair, nativeToScVal, Operation, SorobanDataBuilder, xdr } from '@stellar/stellar-sdk/base';
import type { ErrorCode } from '../src/errors.ts';
import { MAX_PASTED_CHARACTERS } from '../src/transaction/index.ts';

const lines = (text: string, width: number, between = '\n') =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(between);
const spread = (text: string, width: number, between: string) => lines(text, width, between);
const url = (text: string) => text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const raw = (text: string) => Buffer.from(text, 'base64');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Each takes a signed XDR in base64 and gives a text in which it is plainly meant. */
export const WRAPPED: Readonly<Record<string, (signed: string) => string>> = {
  'as it is': (s) => s,
  'with a line break at its end': (s) => `${s}\r\n`,
  'in lines of 64': (s) => lines(s, 64),
  'in lines of 76, as mail has it': (s) => lines(s, 76, '\r\n'),
  'in lines with a soft break': (s) => lines(s, 75, '=\r\n'),
  'in lines with a shell’s continuation': (s) => lines(s, 70, ' \\\n  '),
  'in quoted lines': (s) => `> ${lines(s, 60, '\n> ')}`,
  'in quoted lines, twice': (s) => `> > ${lines(s, 60, '\n> > ')}`,
  'in straight quotes': (s) => `"${s}"`,
  'in single quotes': (s) => `'${s}'`,
  'in typographic quotes': (s) => `“${s}”`,
  'in low quotes': (s) => `„${s}“`,
  'in guillemets': (s) => `« ${s} »`,
  'in back-ticks': (s) => `\`${s}\``,
  'in a code fence': (s) => `\`\`\`\n${s}\n\`\`\``,
  'in a named code fence with words': (s) =>
    `Here it is:\n\`\`\`xdr\n${lines(s, 80)}\n\`\`\`\nThanks a lot for waiting`,
  'behind a spoiler': (s) => `||${s}||`,
  'in bold': (s) => `**${s}**`,
  'in angle brackets': (s) => `<${s}>`,
  'in a tag': (s) => `<code class="xdr">${s}</code>`,
  'with a byte order mark': (s) => `\ufeff${s}`,
  'with zero-width characters': (s) => spread(s, 50, '\u200b'),
  'with soft hyphens': (s) => spread(s, 30, '\u00ad'),
  'with no-break spaces': (s) => spread(s, 64, '\u00a0'),
  'with tabs': (s) => spread(s, 64, '\n\t'),
  'with a line separator': (s) => spread(s, 64, '\u2028'),
  'with a label': (s) => `XDR: ${s}`,
  'with a long label': (s) => `Signed transaction envelope:\n\n${s}`,
  'as a variable': (s) => `export SIGNED_XDR=${s}`,
  'as a form field': (s) => `xdr=${encodeURIComponent(s)}`,
  'as a form field that was decoded once too often': (s) => `xdr=${s.replace(/\+/g, ' ')}`,
  'percent-encoded': (s) => encodeURIComponent(s),
  'percent-encoded twice': (s) => encodeURIComponent(encodeURIComponent(s)),
  'in a SEP-7 link': (s) =>
    `web+stellar:tx?xdr=${encodeURIComponent(s)}&network_passphrase=Test%20SDF%20Network%20%3B%20September%202015`,
  'in a SEP-7 link, not encoded': (s) => `web+stellar:tx?xdr=${s}&pubkey=G`,
  'in an address of a website': (s) => `https://example.org/sign?signed_envelope_xdr=${encodeURIComponent(s)}#end`,
  'in a data URL': (s) => `data:text/plain,${encodeURIComponent(s)}`,
  'in a data URL, in base64 once more': (s) => `data:text/plain;charset=utf-8;base64,${base64(`${s}\n`)}`,
  'in a data URL of its own bytes': (s) => `data:application/octet-stream;base64,${s}`,
  'in base64 once more': (s) => base64(s),
  'in HTML entities': (s) => s.replace(/\+/g, '&#43;').replace(/\//g, '&#x2F;').replace(/=/g, '&equals;'),
  'between HTML quotes': (s) => `&quot;${s}&quot;`,
  'as a JSON string': (s) => JSON.stringify(s),
  'as a JSON string with escaped slashes': (s) => JSON.stringify(s).replace(/\//g, '\\/'),
  'as JSON in JSON': (s) => JSON.stringify(JSON.stringify({ xdr: s })),
  'in JSON with escaped line breaks': (s) => JSON.stringify({ xdr: lines(s, 76, '\r\n') }),
  'in JSON with its plus signs escaped': (s) => JSON.stringify({ xdr: s }).replace(/\+/g, '\\u002b'),
  ...Object.fromEntries(
    [
      'signedXdr',
      'signed_xdr',
      'signedTxXdr',
      'xdr',
      'envelope_xdr',
      'signed_envelope_xdr',
      'tx',
      'signedTransaction',
    ].map((name) => [
      `as ${name} of a JSON object`,
      (s: string) => JSON.stringify({ signerAddress: `G${'A'.repeat(55)}`, [name]: s, ok: true }, null, 2),
    ]),
  ),
  'deep in a JSON list': (s) => JSON.stringify({ result: [{ data: { tx: [s] } }] }),
  'twice the same': (s) => JSON.stringify({ xdr: s, tx: s }),
  'with a preview of itself': (s) => `${s.slice(0, 40)}…\n\n${s}`,
  'beside its result and metadata': (s) =>
    JSON.stringify({ envelope_xdr: s, result_xdr: RESULT, fee_meta_xdr: 'AAAAAA==', hash: 'ab'.repeat(32) }),
  'in base64url': url,
  'in base64url with words behind it': (s) => `${url(s)}\nsigned with my phone`,
  'without its padding': (s) => s.replace(/=+$/, ''),
  'in hex': (s) => raw(s).toString('hex'),
  'in capital hex with a prefix': (s) => `0x${raw(s).toString('hex').toUpperCase()}`,
  'in hex as a database shows it': (s) => `\\x${raw(s).toString('hex')}`,
  'in hex lines': (s) => lines(raw(s).toString('hex'), 60),
  'in prose': (s) => `My wallet said this: ${s} — is that enough? Please hurry up with it.`,
  'with an address beside it': (s) => `${s} signed by G${'A'.repeat(55)}`,
};

const someone = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9));
const RESULT = new xdr.TransactionResult({
  feeCharged: 100n,
  result: xdr.TransactionResultResult.txBadSeq(),
  ext: xdr.TransactionResultExt.v0(),
}).toXdr('base64');

const bare = (signed: string) => {
  const envelope = xdr.TransactionEnvelope.fromXdr(signed, 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is taken apart here');
  return envelope.v1;
};
const cut = (s: string, to: number) => s.slice(0, to);
/** Decodes to an envelope in which nothing but one text differs, so that it is another transaction. */
const changed = (s: string) => {
  const bytes = raw(s);
  // The signature stands at the end.
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  return bytes.toString('base64');
};

type Case = readonly [text: (signed: string) => string, code: ErrorCode, says?: RegExp];

/** Each takes a signed XDR of 4,000 characters or more, and gives a text in which there is none to take. */
export const REFUSED: Readonly<Record<string, Case>> = {
  nothing: [() => '', 'XDR_EMPTY'],
  'white space': [() => ' \n\t\u200b', 'XDR_EMPTY'],
  'quotes around nothing': [() => '“”', 'XDR_EMPTY'],
  'an empty code fence': [() => '```\n\n```', 'XDR_EMPTY'],
  words: [() => 'I signed it just now', 'XDR_UNREADABLE'],
  'a word': [() => 'hello', 'XDR_UNREADABLE'],
  'an empty object': [() => '{"signedXdr":null}', 'XDR_UNREADABLE'],
  'base64 of a picture': [() => Buffer.alloc(300, 0x89).toString('base64'), 'XDR_UNREADABLE', /base64, but/],
  'one letter, as often as is looked at': [() => 'A'.repeat(MAX_PASTED_CHARACTERS), 'XDR_UNREADABLE', /base64, but/],
  'the end of one': [(s) => s.slice(50), 'XDR_UNREADABLE', /beginning may be missing/],

  'one character less': [(s) => s.replace(/=+$/, '').slice(0, -1), 'XDR_TRUNCATED', /characters of it arrived/],
  'a few bytes': [() => 'AAAAAgAAAAA', 'XDR_TRUNCATED'],
  'half of it': [(s) => cut(s, s.length / 2), 'XDR_TRUNCATED', /more should follow/],
  ...Object.fromEntries(
    [1_024, 2_000, 3_000, 4_000].map((limit) => [
      `cut at ${limit} characters`,
      [(s: string) => cut(s, limit), 'XDR_TRUNCATED', /which is where a chat cuts it/] as Case,
    ]),
  ),
  'cut at a chat’s limit with a label': [(s) => cut(`My XDR: ${s}`, 2_000), 'XDR_TRUNCATED', /2,000 characters/],
  'cut at a chat’s limit in a file': [(s) => `${cut(`My XDR: ${s}`, 2_000)}\r\n`, 'XDR_TRUNCATED', /2,000 characters,/],
  'cut in a code fence': [(s) => `\`\`\`\n${cut(s, 1_500)}\n\`\`\``, 'XDR_TRUNCATED'],
  'cut in JSON': [(s) => `{"signedXdr":"${cut(s, 1_500)}`, 'XDR_TRUNCATED'],
  'cut, with words behind it': [(s) => `${cut(s, 1_500)} that is all it shows me`, 'XDR_TRUNCATED'],
  'cut in lines': [(s) => lines(cut(s, 1_500), 64), 'XDR_TRUNCATED'],
  'shortened in its middle': [(s) => `${cut(s, 300)}…${s.slice(-300)}`, 'XDR_TRUNCATED', /in its middle/],
  'shortened by three dots': [(s) => `${cut(s, 300)}...${s.slice(-300)}`, 'XDR_TRUNCATED', /in its middle/],
  'shortened with brackets': [(s) => `${cut(s, 300)}[...]${s.slice(-300)}`, 'XDR_TRUNCATED', /in its middle/],
  'shortened at its end': [(s) => `"${cut(s, 300)}…"`, 'XDR_TRUNCATED', /at its end/],
  'a whole one beside a cut one': [(s) => `${s}\n\n${changed(cut(s, 400))}`, 'XDR_TRUNCATED'],

  'a character lost': [(s) => s.slice(0, 100) + s.slice(101), 'XDR_DAMAGED'],
  'a stranger in its middle': [(s) => `${s.slice(0, 100)}AAAA${s.slice(100)}`, 'XDR_DAMAGED'],
  'something glued to it': [(s) => `${s.replace(/=+$/, '')}AAAAAAAA`, 'XDR_DAMAGED'],
  'itself glued to it': [(s) => `${s.replace(/=+$/, '')}${s}`, 'XDR_DAMAGED'],

  'two different ones': [(s) => `${s}\n${changed(s)}`, 'XDR_AMBIGUOUS'],
  'two different ones by name': [
    (s) => JSON.stringify({ unsignedXdr: changed(s), signedXdr: s }),
    'XDR_AMBIGUOUS',
    /“unsignedXdr” and “signedXdr”/,
  ],
  'many different ones': [
    (s) => JSON.stringify(Array.from({ length: 20 }, (_, n) => (n % 2 ? s : changed(s)))),
    'XDR_AMBIGUOUS',
  ],

  'a hash': [() => 'ab'.repeat(32), 'XDR_IS_A_HASH'],
  'a hash in capitals with a prefix': [() => `0x${'AB'.repeat(32)}`, 'XDR_IS_A_HASH'],
  'a hash with a label': [() => `tx: "${'ab'.repeat(32)}"`, 'XDR_IS_A_HASH'],
  'a hash in base64': [() => Buffer.alloc(32, 0xab).toString('base64'), 'XDR_IS_A_HASH'],
  'an account': [() => someone.publicKey(), 'XDR_IS_AN_ADDRESS', /account \(G…\)/],
  'a contract': [() => `"C${'A'.repeat(55)}"`, 'XDR_IS_AN_ADDRESS', /contract \(C…\)/],
  'a muxed address': [() => `M${'A'.repeat(68)}`, 'XDR_IS_AN_ADDRESS', /muxed/],
  'an id': [() => 'ab'.repeat(16), 'XDR_IS_AN_ID'],
  'an id in quotes': [() => `id: \`${'ab'.repeat(16)}\``, 'XDR_IS_AN_ID'],
  'the address of a signing page': [() => `http://127.0.0.1:4519/sign/${'ab'.repeat(16)}`, 'XDR_IS_A_LINK'],
  'a link to an explorer': [() => `<https://stellar.expert/explorer/public/tx/${'ab'.repeat(32)}>`, 'XDR_IS_A_LINK'],
  'a payment link': [() => `web+stellar:pay?destination=${someone.publicKey()}`, 'XDR_IS_A_LINK'],

  'the result of a transaction': [() => RESULT, 'XDR_OF_ANOTHER_KIND', /result of a transaction/],
  'a result in JSON': [() => JSON.stringify({ result_xdr: RESULT }), 'XDR_OF_ANOTHER_KIND', /result/],
  metadata: [
    () => xdr.TransactionMeta.v1(new xdr.TransactionMetaV1({ txChanges: [], operations: [] })).toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /metadata/,
  ],
  resources: [
    () => new SorobanDataBuilder().setResourceFee(5).build().toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /resources/,
  ],
  'a ledger entry': [
    () =>
      new xdr.LedgerEntry({
        lastModifiedLedgerSeq: 7,
        data: xdr.LedgerEntryData.ttl(new xdr.TtlEntry({ keyHash: new Uint8Array(32), liveUntilLedgerSeq: 9 })),
        ext: xdr.LedgerEntryExt.v0(),
      }).toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /entry of the ledger/,
  ],
  'a transaction without its envelope': [
    (s) => bare(s).tx.toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /without its envelope/,
  ],
  'an operation': [
    () => Operation.payment({ destination: someone.publicKey(), asset: Asset.native(), amount: '1' }).toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /operation/,
  ],
  'a signature with its hint': [
    (s) => (bare(s).signatures[0] as xdr.DecoratedSignature).toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /signature without/,
  ],
  'a bare signature': [
    (s) => Buffer.from((bare(s).signatures[0] as xdr.DecoratedSignature).signature.toBytes()).toString('base64'),
    'XDR_OF_ANOTHER_KIND',
    /signature without/,
  ],
  'a bare signature in hex': [
    (s) => Buffer.from((bare(s).signatures[0] as xdr.DecoratedSignature).signature.toBytes()).toString('hex'),
    'XDR_OF_ANOTHER_KIND',
    /signature without/,
  ],
  'a value of a contract': [
    () => nativeToScVal({ title: 'A title', amount: 5 }).toXdr('base64'),
    'XDR_OF_ANOTHER_KIND',
    /value of a contract/,
  ],

  'a secret seed': [() => someone.secret(), 'SECRET_REFUSED'],
  'a secret seed in quotes, percent-encoded': [() => `%22%53${someone.secret().slice(1)}%22`, 'SECRET_REFUSED'],
  'a secret seed in entities': [() => `&#83;${someone.secret().slice(1)}`, 'SECRET_REFUSED'],
  'a secret seed with escapes': [() => `"\\u0053${someone.secret().slice(1)}"`, 'SECRET_REFUSED'],
  'a secret seed beside a good one': [(s) => `${s}\n${someone.secret()}`, 'SECRET_REFUSED'],

  'more than any transaction': [() => 'A'.repeat(MAX_PASTED_CHARACTERS + 1), 'XDR_TOO_LARGE'],
};

const UNITS = [
  '"',
  '“',
  '`',
  '{',
  '[',
  '<',
  '> ',
  '>',
  '|',
  '%',
  '%25',
  '%2',
  '&',
  '&#',
  '&amp;',
  '&#38;',
  '\\',
  '\\u005c',
  '\\u',
  '=',
  '+',
  '…',
  '\n',
  ' ',
  '\u200b',
  '\ufeff',
  'A',
  'A ',
  'AAAA',
  'AAAAAg',
  'AAAAAg ',
  'AAAAAg\n',
  'AAAAAA ',
  'AAAABQ"',
  'S',
  'SA',
  'SAAA ',
  'G',
  'C',
  '0',
  '00000002',
  '0 ',
  '-',
  '_',
  'http://',
  'data:',
  'data:;base64,',
  'QUFBQUFn',
  '"xdr":',
  'xdr="',
  '😀',
  '\ud800',
];

/** Texts of the largest size that is looked at, each of one thing that costs time if it is done more than once. */
export function hostileTexts(signed: string): Readonly<Record<string, string>> {
  const fill = (unit: string) =>
    unit.repeat(Math.ceil(MAX_PASTED_CHARACTERS / unit.length)).slice(0, MAX_PASTED_CHARACTERS);
  return {
    ...Object.fromEntries(UNITS.map((unit) => [`${JSON.stringify(unit)} again and again`, fill(unit)])),
    'one in a thousand lists': `${'['.repeat(1_000)}"${signed}"${']'.repeat(1_000)}`,
    'good ones in a row': fill(`${signed} `),
    'good ones glued': fill(signed.replace(/=+$/, '')),
    'cut ones in a row': fill(`${signed.slice(0, 5_000)}" `),
    'many beginnings of a long one': fill(`AAAAAgAAAAA ${signed.slice(0, 3_000)} `),
    'beginnings before one that is nearly the largest': `${'AAAAAg '.repeat(4)}${signed.slice(0, 4_000)}${'A'.repeat(MAX_PASTED_CHARACTERS - 4_100)}`,
  };
}
