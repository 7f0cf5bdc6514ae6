import { encodeStrKey } from '@countersign/core/escrow';
import type { Prepared } from '@countersign/core/results';
import { preparedOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { tokensOf } from '@countersign/testkit/mcp/tokens';
import { expect, test } from 'vitest';
import { preparedView, preparedViewSchema } from './prepared-view.ts';

/** The most tokens for a deploy's or a renewal's answer, as data and again as text. */
const MOST_TOKENS = 940;

/** Random-looking bytes, since repeated ones take fewer tokens. */
const addressOf = (number: number) =>
  encodeStrKey(
    'account',
    Uint8Array.from({ length: 32 }, (_, index) => (number * 7_919 + index * index * 104_729) % 251),
  );
const prepared = preparedOf('A logo, in three steps');
const strangers: Prepared = {
  ...prepared,
  id: '3f9a61d2c07b48e5a1946bd0f2587c13',
  network: 'public',
  signUrl: 'https://sign.example.org/sign/91c4e07ab25d4f6388d10e5fa7b9c342',
  summary: {
    ...prepared.summary,
    description: 'A logo for a bakery, with sketches, drafts and all files, in colour and in black and white.',
    roles: {
      approver: addressOf(1),
      serviceProvider: addressOf(2),
      platformAddress: addressOf(3),
      releaseSigner: addressOf(4),
      disputeResolver: addressOf(5),
      receiver: addressOf(6),
    },
  },
  judgement: {
    key: 'key',
    stops: [],
    warnings: [
      { code: 'RECEIVER_IS_NOT_WORKER', params: { address: addressOf(6) } },
      { code: 'UNKNOWN_RELEASE_SIGNER', params: { address: addressOf(4) } },
    ],
    facts: [{ code: 'FIRST_TIME_ADDRESSES', params: { addresses: [1, 2, 3, 4, 5, 6].map(addressOf) } }],
  },
};

test.each([
  ['three milestones', prepared],
  ['seven strangers and two warnings', strangers],
])('%s: short, whole, and as the schema says', (_, unsigned) => {
  const view = preparedView(unsigned, false);
  expect(preparedViewSchema.safeParse(view).error).toBeUndefined();
  expect(tokensOf(view)).toBeLessThanOrEqual(MOST_TOKENS);
  const text = JSON.stringify(view);
  for (const address of [
    unsigned.summary.signer,
    ...Object.values(unsigned.summary.roles),
    unsigned.summary.token.address,
  ]) {
    expect(text).toContain(address);
  }
  expect(text.split(unsigned.contractId)).toHaveLength(2);
  expect(text.split(unsigned.transactionHash)).toHaveLength(2);
  expect(text.split(unsigned.expiresAt)).toHaveLength(2);
});

test('each of several receivers is a party with what arrives, and a problem of all is one sentence', () => {
  const payees = [11, 12, 13, 14, 15, 16].map((number, index) => ({
    ...{ address: addressOf(number), milestones: [index + 1], paid: '100', receiver: '98.7' },
  }));
  const addresses = payees.map(({ address }) => address);
  const several: Prepared = {
    ...strangers,
    summary: {
      ...strangers.summary,
      roles: { ...strangers.summary.roles, serviceProvider: addressOf(11), receiver: addresses.join(', ') },
      costs: { ...strangers.summary.costs, payees },
    },
    judgement: {
      ...strangers.judgement,
      warnings: addresses.map((address) => ({ code: 'TRUSTLINE_MISSING', params: { address, role: 'receiver' } })),
    },
  };
  const { summary, judgement: risk } = preparedViewSchema.parse(preparedView(several, false));
  expect(summary.parties.find(({ address }) => address === addressOf(11))).toMatchObject({
    roles: 'Service provider, Receiver',
    gets: '98.7 of 100 USDC, for milestone 1',
  });
  expect(summary.parties.flatMap(({ gets }) => gets ?? [])).toHaveLength(6);
  expect(summary.paidOut).toContain('to the receivers');
  expect(risk.warnings).toHaveLength(1);
});

test.each([
  [10, 10, undefined],
  [11, 4, 7],
])('names, with %i receivers, %i of them', (count, shown, moreParties) => {
  const receiver = Array.from({ length: count }, (_, at) => addressOf(21 + at)).join(', ');
  const roles = { ...strangers.summary.roles, receiver };
  const { summary } = preparedView({ ...strangers, summary: { ...strangers.summary, roles } }, false);
  const receivers = summary.parties.filter((party) => party.roles === 'Receiver');
  expect([receivers.length, summary.moreParties]).toEqual([shown, moreParties]);
});
