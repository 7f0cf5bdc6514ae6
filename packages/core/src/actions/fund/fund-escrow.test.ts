import {
  escrowAt as addressAt,
  below,
  buildDeploy,
  type DeployParts,
  entry,
  instanceOf,
  NOW,
  otherKey,
  request,
  sandbox,
  signerKey,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { LIVE_FUND } from '@countersign/testkit/fixtures/live-transactions';
import { holdingOf } from '@countersign/testkit/mutation/valid-steps';
import { describeAction } from '@countersign/testkit/specifications/action';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { externalCode, NETWORKS, type Network, networkWith } from '../../escrow/network.ts';
import { escrowOfKind, escrowOnChain } from '../../kinds/escrow-of-request.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { fundingCall, transferCall } from './call.ts';
import { fund } from './index.ts';
import { type FundRequest, parseFundRequest } from './request.ts';

const [usdc] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const escrowAt = (fill: number) => addressAt(new Uint8Array(32).fill(fill));
const onLedger = (kind: typeof liveMulti, changes: Record<string, unknown> = {}) =>
  kind.encode(escrowOfKind(kind, escrowOnChain(request(changes), sandbox))).toXdr('base64');
const INPUT = {
  signer: signerKey.publicKey(),
  escrow: escrowAt(3),
  amount: '450.5',
  trustline: { address: usdc.address, decimals: 10_000_000 },
  code: sandbox.wasmHash as string,
  expected: onLedger(liveMulti),
};
const asked = parseFundRequest(INPUT, sandbox);
const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };

/** As the service or Stellar RPC builds it, each part of which a test may replace. */
function build(made: FundRequest, changes: Partial<DeployParts> = {}): string {
  const invocation = changes.invocation ?? fundingCall(made, sandbox);
  return buildDeploy(request({ signer: made.signer }), {
    auth: [entry(invocation, { below: [below(transferCall(made, sandbox))] })],
    readOnly: [instanceOf(usdc.address), instanceOf(made.escrow)],
    readWrite: [holdingOf(made.escrow), holdingOf(made.signer)],
    ...changes,
    invocation,
  });
}

const call = fundingCall(asked, sandbox);
const changed = (change: Partial<FundRequest>) => ({ ...asked, ...change });
const authorising = (children: xdr.SorobanAuthorizedInvocation[]) =>
  build(asked, { auth: [entry(call, { below: children })] });
const [payer, expected, amount] = call.args as [xdr.ScVal, xdr.ScVal, xdr.ScVal];
const withArguments = (...args: xdr.ScVal[]) =>
  build(asked, { invocation: new xdr.InvokeContractArgs({ ...call, args }) });
const transfer = (change: Partial<FundRequest> = {}) => transferCall(changed(change), sandbox);

describeAction(fund, {
  spellings: [INPUT, { ...INPUT, way: 'escrow', amount: '0450.50' }],
  others: {
    payer: { ...INPUT, signer: otherKey.publicKey() },
    escrow: { ...INPUT, escrow: escrowAt(4) },
    amount: { ...INPUT, amount: '450.5000001' },
    way: { ...INPUT, way: 'transfer' },
    'escrow that is expected': { ...INPUT, expected: onLedger(liveMulti, { title: 'Other' }) },
  },
  invalid: {
    'an expected escrow that is none': [{ ...INPUT, expected: xdr.ScVal.scvVoid().toXdr('base64') }, ['escrow']],
  },
  build,
  lies: {
    'a plain transfer in its place': [build(asked, { invocation: transfer(), auth: [entry(transfer())] }), 'function'],
    'a fourth argument': [withArguments(payer, expected, amount, amount), 'arguments'],
    'a payer that is no address': [withArguments(amount, expected, amount), 'payer'],
    'an amount of another type': [withArguments(payer, expected, xdr.ScVal.scvU64(1n)), 'amount'],
    'an expected escrow that is none': [withArguments(payer, payer, amount), 'expected escrow'],
    'a payment that expects other terms': [
      build(changed({ expected: onLedger(liveMulti, { title: 'Other' }) })),
      'expected escrow.title',
    ],
    'an expected escrow of another kind': [
      build(changed({ expected: onLedger(liveSingle) })),
      'expected escrow.amount',
    ],
    'an amount that it does not transfer': [authorising([below(transfer({ amount: '9' }))]), 'authorisation.transfer'],
    'a transfer to somebody else': [authorising([below(transfer({ escrow: escrowAt(9) }))]), 'authorisation.transfer'],
    'a call below the transfer': [authorising([below(transfer(), [below(transfer())])]), 'authorisation.transfer'],
    'a second call next to the transfer': [
      authorising([below(transfer()), below(transfer())]),
      'authorisation.sub-invocations',
    ],
    'no transfer at all': [authorising([]), 'authorisation.sub-invocations'],
    'an authorisation of another payment': [
      build(asked, { auth: [entry(fundingCall(changed({ amount: '9' }), sandbox), { below: [below(transfer())] })] }),
      'authorisation.root',
    ],
    'a write to another contract': [build(asked, { readWrite: [instanceOf(escrowAt(5))] }), 'resources.writes'],
    'a write to a trustline of somebody else': [
      build(asked, { readWrite: [holdingOf(asked.escrow), holdingOf(otherKey.publicKey())] }),
      'resources.writes',
    ],
  },
});

test.each([
  ['multi', liveMulti],
  ['single', liveSingle],
] as const)('today’s live %s-release escrow is paid by its contract, too', (_, kind) => {
  const network: Network = networkWith('sandbox', 'v1');
  const code = (kind === liveMulti ? network : network.single)?.wasmHash as string;
  const made = parseFundRequest({ ...INPUT, code, expected: onLedger(kind) }, network);
  const read = readTransaction(build(made), network.passphrase);
  expect(fund.check(read, made, { ...policy, network })).toMatchObject({ level: 'verified', reasons: [] });
});

test('a payment to an escrow with unpinned code is partly verified, with the reason', () => {
  const made = changed({ code: 'ab'.repeat(32) });
  const check = fund.check(readTransaction(build(made), sandbox.passphrase), made, policy);
  expect(check).toMatchObject({ level: 'partly', reasons: [{ code: 'CODE_NOT_PINNED' }] });
});

test('a payment into an escrow of any pinned code is verified, and never into one whose code someone can replace', () => {
  const other = 'ab'.repeat(32);
  const network: Network = { ...sandbox, otherHashes: ['cd'.repeat(32), other] };
  const made = changed({ code: other });
  const check = (of: Network) =>
    fund.check(readTransaction(build(made), of.passphrase), made, { ...policy, network: of });
  expect(check(network)).toMatchObject({ level: 'verified', reasons: [] });
  expect(check(sandbox)).toMatchObject({ level: 'partly', reasons: [{ code: 'CODE_NOT_PINNED' }] });
  const owner = request().trustline.address;
  const external = changed({ code: externalCode(owner) });
  const found = fund.check(readTransaction(build(external), network.passphrase), external, { ...policy, network });
  expect(found).toMatchObject({ level: 'partly', reasons: [{ code: 'CODE_OF_ANOTHER', params: { owner } }] });
});

test('the summary names the escrow by the title that its contract must hold', () => {
  const read = readTransaction(build(asked), sandbox.passphrase);
  const payment = fund.read(read, sandbox);
  if ('unreadable' in payment) throw new Error('its own transaction cannot be read');
  expect(fund.summarise(read, payment, asked, sandbox, [])).toMatchObject({
    way: 'escrow',
    title: request().title,
    warnings: [],
  });
});

/** The ledger state that the real transaction expects. */
function liveRequest(network: Network) {
  const read = readTransaction(LIVE_FUND, network.passphrase);
  const payment = fund.read(read, network);
  if ('unreadable' in payment || payment.expected === undefined) throw new Error('the real payment cannot be read');
  const made = parseFundRequest(
    {
      signer: read.source,
      escrow: 'CC6OZV3W7METTKZVSEKRJM3RWFQ6LHNUKIATHBGPORBSO7VUSNDMQOBT',
      amount: '1',
      trustline: { address: (network.tokens[0] as { address: string }).address, decimals: 10_000_000 },
      code: network.single?.wasmHash,
      expected: payment.expected.value.toXdr('base64'),
    },
    network,
  );
  const now = Number(read.timeBounds?.maxTime) - 60;
  return { read, payment, made, policy: { network, maxFee: 20_000_000n, now } };
}

test('a real payment of the live service is verified, with its restores and twice the resource fee', () => {
  const network: Network = {
    ...networkWith('testnet', 'v1'),
    single: { wasmHash: '7c3f7b2af92ad86092708b23babf80f9e1308d7f3ce18b703b9499192ecc934b' },
  };
  const { read, payment, made, policy } = liveRequest(network);
  expect(fund.check(read, made, policy)).toMatchObject({ level: 'verified', reasons: [] });
  expect(fund.summarise(read, payment, made, network, [])).toMatchObject({
    title: 'Nutmeg oil 5 L (happy)',
    amount: '1',
    token: { code: 'USDC', address: NETWORKS.testnet.tokens[0].address },
    feeXlm: '0.1371294',
    warnings: [expect.stringContaining('restores them')],
  });
  // Had the ledger another state of it, the field is named.
  const { escrow } = payment.expected as { escrow: Parameters<typeof liveSingle.encode>[0] };
  const unreleased = { ...escrow, flags: { disputed: false, released: false, resolved: false } };
  const stale = { ...made, expected: liveSingle.encode(unreleased).toXdr('base64') };
  expect(fund.check(read, stale, policy)).toEqual({
    level: 'mismatch',
    differences: [{ field: 'expected escrow.flags.released', asked: 'false', found: 'true' }],
  });
  expect(Address.fromScAddress(payment.invocation.contractAddress).toString()).toBe(made.escrow);
});
