/** What each field of a request takes: inputs on both sides of every limit, with the value or the problem that comes out. */
import { createPart } from '@countersign/testkit/record/part';
import { Asset, StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { addressProblem } from './address.ts';
import { addAmounts, canonicalDecimal, expandJsonNumber, fromBaseUnits, toBasisPoints } from './amount.ts';
import { tokenProblems } from './check-token.ts';
import { chainText, crossChainTarget, crossChainText, NO_CROSS_CHAIN_RECEIVER } from './cross-chain.ts';
import { problemOf } from './issues.ts';
import {
  assetOf,
  codeOwnerOf,
  directNetwork,
  externalCode,
  KNOWN_PASSPHRASES,
  knownToken,
  NETWORKS,
  networkWith,
  pinnedCodes,
  pinsOf,
  releasesOf,
  SANDBOX_NAMES,
  tokenDecimals,
} from './network.ts';
import {
  amountSchema,
  deployRequestSchema,
  feeSchema,
  lineSchema,
  paragraphSchema,
  precisionProblem,
  trustlineSchema,
} from './request.ts';
import { isStepName } from './steps.ts';
import { decodeStrKey } from './strkey.ts';
import { readAmount } from './written-amount.ts';

const payload = (length: number) => Buffer.alloc(length, 7);
const account = StrKey.encodeEd25519PublicKey(payload(32));
const contract = StrKey.encodeContract(payload(32));
const { sandbox, testnet } = NETWORKS;
const [usdc, eurc] = testnet.tokens;
const words = (text: string) => text.split(' ');

/** Runs of a character with their length, and characters that do not print by their numbers. */
const short = (text: string) =>
  text
    .replace(/(.)\1{19,}/gu, (run, sign) => `${sign}×${[...run].length}`)
    .replace(/[^\P{C}\n]|[\p{M}\u2028\u2029]|\p{Cs}/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
const shown = (value: unknown) =>
  value === undefined
    ? 'nothing'
    : short(typeof value === 'string' ? `“${value.replace(/\n/g, '\\n')}”` : JSON.stringify(value));

function startRecord() {
  const { note, text } = createPart();
  /** A line for each input. */
  const lines = <Input>(title: string, inputs: readonly Input[], of: (input: Input) => unknown) =>
    note(title, inputs.map((input) => `${shown(input)} → ${shown(of(input))}`).join('\n'));
  return { note, lines, text };
}
const parsedBy = (schema: z.ZodType) => (input: unknown) => {
  const { data, error } = schema.safeParse(input, { reportInput: true });
  return error === undefined ? data : error.issues.map(problemOf);
};

test('reads every field of a request as recorded', async () => {
  const { lines, text } = startRecord();
  const near = [` ${account}`, ` ${account.slice(1)}`, account.toLowerCase(), `${account.slice(0, -1)}A`];
  const others = [StrKey.encodeEd25519SecretSeed(payload(32)), StrKey.encodeMed25519PublicKey(payload(40))];
  const malformed = [account.slice(0, -1), `G${'A'.repeat(68)}`, `G${'A'.repeat(69)}`];
  const addresses = [account, contract, '', ...near, ...others, ...malformed, 'a*b.org', 'a*b', 'Ana'];
  for (const kinds of [['account'], ['contract'], ['account', 'contract']] as const) {
    lines(`addresses: ${kinds.join(' or ')}`, addresses, (each) => addressProblem(each, kinds));
  }
  const hidden = ['a\u200bb', '\u200b\u200c\u200d\u2060\ufeff\u00adab', `a${'\u0301'.repeat(9)}`];
  const odd = ['a\ud800', 'a\tb', 'a\nb', 'a\u2028b', ...hidden];
  const smiles = ['😀'.repeat(100), '😀'.repeat(101)];
  lines(
    'titles',
    ['', ' ', 'x', 'x'.repeat(100), 'x'.repeat(101), ...smiles, ...odd, ['x'], '\u200b\u2060', 'pay\u202ebob'],
    parsedBy(lineSchema),
  );
  const paragraphs = ['x'.repeat(500), 'x'.repeat(501), 'a\r\nb\rc\td', 'a\u0007b', 'a\u2029b'];
  lines('descriptions', paragraphs, parsedBy(paragraphSchema));
  const fees = words('-0.01 0 0.01 0.001 99 99.01 100 150 9900 9900.5 9901 10000 10000.01 10001 2%');
  lines('fees', [...fees, '2 %', 5, 0.29, 1e-7, true], parsedBy(feeSchema));
  lines(
    'amounts',
    [...words('-1 0 0.00 1 1,500'), '5 USDC', '', 5, 0, -5, 1e21, 123456789.1234567, null],
    parsedBy(amountSchema),
  );
  const wrong = [0, -10, 1.5, 'x', 2, 7, 18, 19, 10_000_000_000, 15_000_000, { valueOf: 1, toString: 1 }];
  const multipliers = [undefined, 10_000_000, '10000000', '1', 1, 10, 1_000_000_000, ...wrong];
  const trustlineOf = parsedBy(trustlineSchema);
  lines('multipliers', multipliers, (decimals) => trustlineOf({ address: usdc.address, decimals }));
  const memos = [...words('0 7 -1 1.5 x 4294967295 4294967296'), 7, 1.5];
  lines('memos', memos, parsedBy(deployRequestSchema.shape.receiverMemo));
  const most = [2n ** 127n - 1n, 2n ** 127n].map((units) => fromBaseUnits(units, 2));
  lines('amounts of a token with 2 decimals', [...words('1 1.25 1.255 0.001 12.345'), ...most], (each) =>
    precisionProblem(each, 2),
  );
  lines('amounts of a token without decimals', words('1.5 0.5'), (each) => precisionProblem(each, 0));
  await expect(text()).toMatchFileSnapshot('recorded/fields.txt');
});

test('reads numbers and keys as recorded', async () => {
  const { note, lines, text } = startRecord();
  const long = [100, 101].map((length) => '1'.repeat(length));
  const rounded = [0.1 + 0.2, Number('900719925474.0993'), 1e21, Number.POSITIVE_INFINITY];
  const odd = ['', ' 1', '1 ', ...words('.5 5. 1e3 +1 1,5 0x10 NaN Infinity ١')];
  const numbers = [
    ...rounded,
    ...odd,
    0,
    -0,
    5,
    -5,
    0.1,
    123456789012345,
    1234567890123456,
    1e-100,
    1e-101,
    Number.NaN,
  ];
  lines('canonical', [...numbers, ...words('0 -0 -0.50 007'), ...long], canonicalDecimal);
  lines(
    'from JSON',
    [...words('1e100 1e101 1e-100 1e-101 -5E+1 0e0 1.25e1 x 1e3 1.5e-7 12345e-2 -0.0 1e999 1e'), '', ...long],
    expandJsonNumber,
  );
  const spaced = [99, 100].map((length) => `${' '.repeat(length)}1`);
  const written = words("$5 -999,125 0,125 1000,125 1.000.000 1,000,000.5 1'000");
  lines('written', [...spaced, '5 EUR', '5', '5 %', '-1 500', ...written], (each) => readAmount(each));
  const inUsdc = ' 150.50 |150 USDC|150usdc|USDC 150|USDC150|1.500,50 USDC|1,500 USDC|USDC 150 EURC|150 EURC'.split(
    '|',
  );
  const grouped = '1,500.50|1.500,50|1 500,50|1\u202f500|1’500.5|1,500.500|10,5|1234,567|12,500'.split('|');
  const refused = '150 €|150 Sketches|2%|50/50|rest|1,50,000|1,500,50|1.500.50|1,5.5|'.split('|');
  lines('written, in USDC', [...inUsdc, ...grouped, ...refused], (each) => readAmount(each, 'USDC'));
  lines('written, in percent', ['2%', '2,5 %', '2.5', '2 USDC'], (each) => readAmount(each, '%'));
  lines('percentages', words('0 -0.01 0.01 0.005 10000 10000.01 x'), toBasisPoints);
  lines('base units of 2 decimals', [-105, -5, 0, 5, 105], (each) => fromBaseUnits(BigInt(each), 2));
  lines('sums', [[], ['1', '0.25'], ['x', '-2']], addAmounts);
  lines('steps', ['approve', 'fund', ''], isStepName);
  const keys = [account, contract, '', ...words('A AA AAAA AAAAA'), `${account}=`, `${account}é`];
  lines('keys', keys, (each) => decodeStrKey(each)?.kind);
  const targets = [undefined, NO_CROSS_CHAIN_RECEIVER, { domain: 6, recipient: 'ab' }];
  lines('targets on other chains', targets, crossChainTarget);
  note('other chains', [0, 1, 2, 3, 4, 5, 6, 7].map(chainText).join(', '));
  note('a receiver on another chain', crossChainText({ domain: 0, recipient: 'ab' }));
  await expect(text()).toMatchFileSnapshot('recorded/numbers.txt');
});

test('knows networks and tokens as recorded', async () => {
  const { note, lines, text } = startRecord();
  for (const name of ['sandbox', 'testnet', 'public'] as const) {
    for (const network of [networkWith(name, 'seed'), networkWith(name, 'v1'), directNetwork(name)]) {
      const { tokens, ...own } = network;
      const releases = releasesOf(network).map((release) => [release, pinsOf(network, release).factory ?? 'no pin']);
      note(`${name}, ${network.isDirect ? 'direct' : (network.dialect ?? 'seed')}`, {
        ...own,
        ...{ tokens: tokens.map(({ code }) => code), releases },
      });
    }
  }
  note('passphrases and people', { KNOWN_PASSPHRASES, SANDBOX_NAMES });
  const pins = [{}, { wasmHash: 'a' }, { wasmHash: 'a', otherHashes: ['b'] }, { otherHashes: ['b'] }];
  lines('codes', pins, pinnedCodes);
  lines('owners of code', [undefined, 'a', externalCode('CX')], codeOwnerOf);
  const xlm = Asset.native().contractId(testnet.passphrase);
  const reported = { saidDecimals: { [contract]: 3 }, saidAssets: { [contract]: { code: 'ABC', issuer: account } } };
  for (const network of [sandbox, testnet, { ...testnet, ...reported }]) {
    const name = `${network.name}${'saidAssets' in network ? ', with a token that reported' : ''}`;
    const tokens = [usdc.address, usdc.issuer, eurc.address, xlm, contract, sandbox.tokens[0].address];
    lines(`tokens: ${name}`, tokens, (each) => [
      knownToken(network, each)?.code,
      tokenDecimals(network, each),
      assetOf(network, each)?.issuer,
    ]);
    const ofUsdc = [7, 2].map((places) => [usdc.address, 10 ** places] as const);
    const ofOthers = [usdc.issuer, contract, account].map((each) => [each, 10 ** 7] as const);
    lines(
      `decimals: ${name}`,
      [...ofUsdc, ...ofOthers, [contract, 1_000] as const, [xlm, 100] as const],
      ([address, decimals]) => tokenProblems({ address, decimals }, network),
    );
  }
  await expect(text()).toMatchFileSnapshot('recorded/networks.txt');
});
