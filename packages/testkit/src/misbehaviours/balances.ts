/** Answers to a balance query of three addresses; what can be told of each stands in the order asked. */
import { reply } from '../service/misbehaving-service.ts';
import { HOSTILE, type Kind, type Scene } from './kind.ts';

const row = (kind: string, body: (addresses: readonly string[]) => unknown, ...entries: (string | RegExp)[]): Kind => ({
  kind,
  expect: { balances: 'entries' },
  fault: (scene: Scene) => ({ act: reply(200, body(scene.addresses)) }),
  entries,
});

const UNNAMED = /does not name this address/;
const NO_NUMBER = /is not a number/;
const BEYOND = /than any token can hold/;

/** Three good entries, but the first has this balance, as it stands in the JSON text. */
const first = (kind: string, written: string, entry: string | RegExp): Kind =>
  row(
    kind,
    (all) =>
      `[${all.map((address, index) => `{"address":"${address}","balance":${index === 0 ? written : index}}`).join(',')}]`,
    entry,
    '1',
    '2',
  );

const list = (length: number) => Array.from({ length }, () => 0);

const unreadable = (kind: string, body: unknown): Kind => ({
  kind,
  expect: { balances: 'SERVICE_REPLY_UNREADABLE' },
  fault: () => ({ act: reply(200, body) }),
});

const entry = (address: string | undefined, balance: unknown) => ({ address, balance });

export const BALANCE_KINDS: readonly Kind[] = [
  row('leaves all balances out', () => [], UNNAMED, UNNAMED, UNNAMED),
  row('leaves a balance out', ([a, , c]) => [entry(a, 1), entry(c, 3)], '1', UNNAMED, '3'),
  row('gives balances out of order', ([a, b, c]) => [entry(c, 3), entry(a, 1), entry(b, 2)], '1', '2', '3'),
  row('gives a balance twice', ([a, b, c]) => [entry(a, 1), entry(a, '1.0'), entry(b, 2), entry(c, 3)], '1', '2', '3'),
  row(
    'gives two balances for one address',
    ([a, b, c]) => [entry(a, 1), entry(b, 2), entry(c, 3), entry(a, 4)],
    /two different/,
    '2',
    '3',
  ),
  row(
    'gives a balance and none for one address',
    ([a, b, c]) => [entry(a, 1), entry(b, 2), entry(c, 3), entry(a, null)],
    NO_NUMBER,
    '2',
    '3',
  ),
  row(
    'gives balances that nobody asked for',
    ([a, b, c]) => [entry('CEVIL', 9), entry(HOSTILE, 9), entry(a, 1), entry(b, 2), entry(c, 3)],
    '1',
    '2',
    '3',
  ),
  row(
    'gives three thousand balances that nobody asked for',
    ([a]) => [...Array.from({ length: 3_000 }, (_, at) => entry(`C${at}`, at)), entry(a, 1)],
    '1',
    UNNAMED,
    UNNAMED,
  ),
  row(
    'spells an address in small letters',
    ([a = '', b, c]) => [entry(a.toLowerCase(), 1), entry(b, 2), entry(c, 3)],
    UNNAMED,
    '2',
    '3',
  ),
  row(
    'spells an address with space around it',
    ([a, b, c]) => [entry(` ${a} `, 1), entry(b, 2), entry(c, 3)],
    UNNAMED,
    '2',
    '3',
  ),
  row(
    'gives an address that is no text',
    ([, b, c]) => [{ address: [HOSTILE], balance: 1 }, entry(b, 2), entry(c, 3)],
    UNNAMED,
    '2',
    '3',
  ),
  row('gives entries of other types', ([a]) => [null, 7, HOSTILE, [], [entry(a, 1)]], UNNAMED, UNNAMED, UNNAMED),
  row(
    'names an address in a prototype',
    ([a]) => `[{"__proto__":{"address":"${a}","balance":1}}]`,
    UNNAMED,
    UNNAMED,
    UNNAMED,
  ),
  row(
    'gives entries without a balance',
    (all) => all.map((address) => ({ address, amount: 1 })),
    NO_NUMBER,
    NO_NUMBER,
    NO_NUMBER,
  ),
  row(
    'refuses one address in its entry',
    ([a, b, c]) => [{ address: a, error: HOSTILE }, entry(b, 2), entry(c, 3)],
    NO_NUMBER,
    '2',
    '3',
  ),
  first('gives a negative balance', '-0.0000001', /negative/),
  first('gives nothing but a sign', '-0', '0'),
  first('gives a balance with an exponent', '1.05e1', '10.5'),
  first('gives a balance with an exponent as text', '"1e3"', NO_NUMBER),
  first('gives a balance with an exponent beyond all money', '1e400', NO_NUMBER),
  first('gives a balance with an exponent below all money', '1e-400', NO_NUMBER),
  first('gives a balance larger than any token', '1e99', BEYOND),
  first('gives a balance one unit larger than any token', '"170141183460469231731687303715884105728"', BEYOND),
  first(
    'gives the largest balance that there can be',
    '170141183460469231731687303715884105727',
    '170141183460469231731687303715884105727',
  ),
  first('gives a balance finer than any unit', '1e-39', BEYOND),
  first('gives a balance of ten thousand digits', '9'.repeat(10_000), NO_NUMBER),
  first('gives more decimals than any token has', `0.${'1'.repeat(60)}`, BEYOND),
  // How a service that counts in floats writes 0.3: shown as it stands, since the token's decimals are not known here.
  first('gives more decimals than the token has', '0.30000000000000004', '0.30000000000000004'),
  first('gives more digits than a float has', '900719925474.0992123', '900719925474.0992123'),
  first('gives a balance as text', '"10.50"', '10.5'),
  first('gives a balance as text with a comma', '"10,5"', NO_NUMBER),
  first('gives a balance as text with space', '" 10.5"', NO_NUMBER),
  first('gives a balance in hexadecimal', '"0x10"', NO_NUMBER),
  first('gives a balance in other digits', '"٣"', NO_NUMBER),
  first('gives words for a balance', JSON.stringify(HOSTILE), NO_NUMBER),
  first('gives "NaN" for a balance', '"NaN"', NO_NUMBER),
  first('gives "Infinity" for a balance', '"Infinity"', NO_NUMBER),
  first('gives an empty text for a balance', '""', NO_NUMBER),
  first('gives null for a balance', 'null', NO_NUMBER),
  first('gives true for a balance', 'true', NO_NUMBER),
  first('gives a list for a balance', '[1]', NO_NUMBER),
  first('gives an object for a balance', '{"valueOf":1}', NO_NUMBER),
  first('names the balance twice', '1,"balance":5', '5'),
  unreadable('gives one entry and no list', { address: 'C', balance: 1 }),
  unreadable('puts the list into an object', { data: [], message: HOSTILE }),
  unreadable('gives a hundred thousand balances', list(100_000)),
  unreadable('gives null for the list', 'null'),
  unreadable('gives a text for the list', JSON.stringify(HOSTILE)),
];
