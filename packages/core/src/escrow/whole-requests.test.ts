/** Whole requests with what is unusual in them, and what comes out: the fields that differ, or the problems. */
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { createPart } from '@countersign/testkit/record/part';
import { Asset, StrKey } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { CountersignError } from '../errors/errors.ts';
import { fromBaseUnits } from './amount.ts';
import { paidThrough, refusalProblem, refusedPayees } from './check-payees.ts';
import { amountProblems } from './check-token.ts';
import { NETWORKS, type Network } from './network.ts';
import { parseInput } from './parse-input.ts';
import { parseDeployRequest } from './parse-request.ts';

const account = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, 7));
const contract = StrKey.encodeContract(Buffer.alloc(32, 7));
const { sandbox, testnet } = NETWORKS;
const usual = JSON.parse(JSON.stringify(parseDeployRequest(requestInput())));

function outcomeOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return error.fields?.map(({ path, problem }) => `${path}: ${JSON.stringify(problem)}`);
  }
}

/** Of a long list its ends, and how many entries there are. */
const ends = (list: readonly unknown[]) =>
  list.length <= 12 ? list : [list[0], `${list.length} in all`, ...list.slice(-2)];

/** The fields that differ from those of the usual request, or the problems. */
function parsed(changes: Record<string, unknown>, network?: Network): unknown {
  const outcome = outcomeOf(() => parseDeployRequest(requestInput(changes), network));
  if (Array.isArray(outcome)) return ends(outcome);
  const differing = Object.entries(outcome as object).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
  );
  return Object.fromEntries(differing.map(([key, value]) => [key, Array.isArray(value) ? ends(value) : value]));
}

const roles = requestInput().roles as Record<string, string>;
const { receiver, ...unpaid } = roles;
const { release: _, ...unreleased } = roles;
const milestone = (amount: unknown, own?: string) => ({ description: 'x', amount, ...(own && { receiver: own }) });
const milestones = (count: number, amount = '1') => Array.from({ length: count }, () => milestone(amount));
const assets = (units: bigint) => fromBaseUnits(units, 7);
const MOST_ASSETS = 2n ** 63n - 1n;

const OF_NETWORKS: Readonly<Record<string, Record<string, unknown>>> = {
  'a single release': { kind: 'single' },
  'other receivers, with one by default': { milestones: [milestone('1'), milestone('2', account)] },
  'the most of an asset': { milestones: [milestone(assets(MOST_ASSETS))] },
  'more than that': { milestones: [milestone(assets(MOST_ASSETS + 1n))] },
  'the most of an asset in all': { milestones: [milestone('1'), milestone(assets(MOST_ASSETS - 10_000_000n))] },
  'more than that in all': { milestones: [milestone('1'), milestone(assets(MOST_ASSETS - 9_999_999n))] },
};

const written = (amounts: readonly unknown[]) =>
  usual.milestones.map((each: object, at: number) => ({ ...each, amount: amounts[at] }));
const { decimals: __, ...token } = requestInput().trustline as Record<string, unknown>;
const smuggled = JSON.parse(`{"__proto__": {"approver": "${account}"}, "constructor": 1}`);
const { approver: ___, ...unapproved } = roles;
const { platformAddress: ____, ...unplatformed } = roles;

/** Spellings and units that are in use: each gives the usual request. */
const SPELLINGS: Readonly<Record<string, Record<string, unknown>>> = {
  releaseSigner: { roles: { ...unreleased, releaseSigner: roles['release'] } },
  plataformAddress: { roles: { ...unplatformed, plataformAddress: roles['platformAddress'] } },
  'two spellings that agree': { roles: { ...roles, releaseSigner: roles['release'] } },
  'roles as a list of one': { roles: [roles] },
  'roles as a list of single ones': { roles: Object.entries(roles).map(([name, value]) => ({ [name]: value })) },
  'a trustline as a list of one': { trustline: [requestInput().trustline] },
  'amounts as numbers or texts': { milestones: written([10.5, '20.00', 1e-7]) },
  'a fee as a text': { platformFee: '1.50' },
  'a fee with its sign': { platformFee: '1.5%' },
  'a fee with its sign apart': { platformFee: ' 1.5 % ' },
  'a multiplier as a text': { trustline: { ...token, decimals: '10000000' } },
  'no multiplier': { trustline: token },
  'a memo that is null': { receiverMemo: null },
  'milestones that no one worked on': {
    milestones: usual.milestones.map((each: object) => ({ ...each, status: 'peding', approved: false })),
  },
};

const CHANGES: Readonly<Record<string, Record<string, unknown>>> = {
  nothing: {},
  'the default kind': { kind: 'multi' },
  'an unknown kind': { kind: 'triple' },
  'one receiver, for each milestone': {
    ...{ roles: unpaid, milestones: [milestone('1', receiver), milestone('2', receiver)] },
  },
  'other receivers in a single release': {
    ...{ kind: 'single', milestones: [milestone('1', receiver), milestone('2', account)] },
  },
  'a receiver that is missing': { roles: unpaid, milestones: [milestone('1', receiver), milestone('2')] },
  'no receiver': { roles: unpaid },
  'roles that are no object': { roles: 'x' },
  'roles in an empty list': { roles: [] },
  'roles in a list with a text': { roles: [roles, 'x'] },
  'a role in two spellings': { roles: { ...roles, releaseSigner: account } },
  'a role that an object has of its own': { roles: { ...roles, toString: contract } },
  'a missing role in a list': { roles: [{ ...unreleased, releaseSigner: 'x' }] },
  'a field that an object has of its own': { milestones: [{ ...milestone('1'), constructor: 1 }] },
  'milestones that are no list': { milestones: {} },
  'a milestone that is a text': { milestones: ['x', milestone('1')] },
  'no milestones': { milestones: [] },
  'the most milestones': { milestones: milestones(50) },
  'one milestone more': { milestones: milestones(51) },
  'amounts of other types': { milestones: [true, undefined, null, '0.00000001'].map((each) => milestone(each)) },
  'a multiplier of another type': { trustline: { address: contract, decimals: true } },
  'a token with two decimals': { trustline: { address: contract, decimals: 100 }, milestones: [milestone('1.25')] },
  'fields that a contract sets': { milestones: [{ ...milestone('1'), status: 'done', approved: true }] },
  'unknown fields': { more: 1, milestones: [{ ...milestone('1'), more: 1 }] },
  'no release signer': { roles: unreleased },
  'roles that are inherited': {
    roles: Object.defineProperties({ ...unapproved }, Object.getOwnPropertyDescriptors(smuggled)),
  },
  'problems of every kind': {
    ...{ signer: contract, title: '', platformFee: '0.005', color: 'blue' },
    milestones: [milestone('1.123456789'), { amount: -1, approved: true }],
    trustline: { address: 'nowhere', decimals: 10_000_000 },
  },
  'a thousand unknown fields': Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1])),
  'fifty problems': { milestones: milestones(50, '-1') },
  'more than fifty problems': { title: '', milestones: milestones(50, '-1') },
};

test('reads whole requests as recorded', async () => {
  const { note, text } = createPart();
  for (const changes of Object.values(SPELLINGS)) expect(parsed(changes)).toEqual({});
  for (const [title, changes] of Object.entries({ ...CHANGES, ...OF_NETWORKS })) note(title, parsed(changes));
  note(
    'an empty request',
    outcomeOf(() => parseDeployRequest({})),
  );
  const ofToken = (...amounts: string[]) => ({
    ...{ trustline: { address: contract, decimals: 100 }, milestones: amounts.map((each) => milestone(each)) },
  });
  const most = fromBaseUnits(2n ** 127n - 1n, 2);
  note('the most that a contract holds', parsed(ofToken(most)));
  note('more than that in all', parsed(ofToken(most, '0.01')));
  for (const network of [sandbox, testnet]) {
    const trustline = { address: network.tokens[0].address };
    for (const [title, changes] of Object.entries(OF_NETWORKS)) {
      note(`${title}, on ${network.name}`, parsed({ trustline, ...changes }, network));
    }
    const other = { title: '', trustline: { ...trustline, decimals: 1_000_000 } };
    note(`another multiplier, and no title, on ${network.name}`, parsed(other, network));
  }
  const xlm = { address: Asset.native().contractId(testnet.passphrase), decimals: 10_000_000 };
  const tooMuch = [{ description: 'x', amount: assets(MOST_ASSETS + 1n) }];
  note('more XLM than there can be', amountProblems({ milestones: tooMuch, trustline: xlm }, testnet));
  await expect(text()).toMatchFileSnapshot('recorded/requests.txt');
});

test('reads other inputs, and refuses payees, as recorded', async () => {
  const { note, text } = createPart();
  const schema = z.strictObject({ a: z.string().max(3), list: z.array(z.strictObject({})).optional() });
  for (const input of [
    ...[5, {}, { a: 1 }, { a: 'long' }, { a: 'x', b: 1, '<odd>': 2 }],
    ...[{ a: 'x', list: [{ more: 1 }] }, { a: 'x', list: ['x'] }, { a: 'abc' }],
  ]) {
    note(
      `input ${JSON.stringify(input)}`,
      outcomeOf(() => parseInput(schema, input)),
    );
  }
  const bounds = z.strictObject({ text: z.string().min(1).max(2), number: z.number().min(1).max(2) });
  for (const [words, number] of [['', 0] as const, ['abc', 3] as const, ['a', 1] as const, ['ab', 2] as const]) {
    const input = { text: words, number };
    note(
      `input ${JSON.stringify(input)}`,
      outcomeOf(() => parseInput(bounds, input)),
    );
  }
  const [{ address: token, issuer }] = sandbox.tokens;
  const through = paidThrough(sandbox, issuer, contract);
  const payees = { nothing: undefined, account, contract, token, issuer, factory: sandbox.factory };
  for (const [name, payee] of Object.entries({ ...payees, 'factory of single releases': sandbox.single.factory })) {
    note(`paying: ${name}`, refusalProblem(payee, through)?.code ?? 'no problem');
  }
  const all = { roles: { ...roles, receiver: contract, platformAddress: contract } as never };
  const two = [{ ...milestone('1') }, { ...milestone('2', contract) }] as never;
  for (const platformFee of ['0', '1']) {
    note(`with a fee of ${platformFee}`, refusedPayees({ ...all, platformFee, milestones: two }, through));
  }
  const unpinned = paidThrough(testnet, contract);
  note('with an unknown token', refusedPayees({ ...all, platformFee: '1', milestones: [] }, unpinned));
  await expect(text()).toMatchFileSnapshot('recorded/inputs.txt');
});
