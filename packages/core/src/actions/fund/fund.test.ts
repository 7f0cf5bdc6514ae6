/** Payments into an escrow, by its own contract or as a plain transfer, next to what was asked for. */
import {
  account,
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
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { LIVE_FUND } from '@countersign/testkit/fixtures/live-transactions';
import { holdingOf } from '@countersign/testkit/mutation/valid-steps';
import { describeAction } from '@countersign/testkit/specifications/action';
import { Address, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { externalCode, NETWORKS, type Network, networkWith } from '../../escrow/network.ts';
import { escrowOfKind, escrowOnChain } from '../../kinds/escrow-of-request.ts';
import { liveMulti, liveSingle } from '../../kinds/live-kinds.ts';
import { fundingCall, transferCall } from './call.ts';
import { fund } from './index.ts';
import { type FundRequest, parseFundRequest } from './request.ts';

const [usdc] = NETWORKS.sandbox.tokens;
const escrowAt = (fill: number) => addressAt(new Uint8Array(32).fill(fill));
const other = otherKey.publicKey();
const onLedger = (kind: typeof liveMulti | typeof liveSingle, changes: Record<string, unknown> = {}) =>
  kind.encode(escrowOfKind(kind, escrowOnChain(request(changes), sandbox))).toXdr('base64');
const TRANSFER = {
  signer: signerKey.publicKey(),
  escrow: escrowAt(3),
  amount: '450.5',
  trustline: { address: usdc.address, decimals: 10_000_000 },
  way: 'transfer',
};
const { way: _, ...unnamed } = TRANSFER;
const BY_ESCROW = { ...unnamed, code: NETWORKS.sandbox.wasmHash, expected: onLedger(liveMulti) };

/** As the service or Stellar RPC builds it, each part of which a test may replace. */
function build(made: FundRequest, changes: Partial<DeployParts> = {}): string {
  const transfer = transferCall(made, sandbox);
  const isTransfer = made.way === 'transfer';
  const invocation = changes.invocation ?? (isTransfer ? transfer : fundingCall(made, sandbox));
  return buildDeploy(request({ signer: made.signer }), {
    auth: [entry(invocation, isTransfer ? {} : { below: [below(transfer)] })],
    readOnly: [instanceOf(usdc.address), ...(isTransfer ? [] : [instanceOf(made.escrow)])],
    readWrite: [holdingOf(made.escrow), holdingOf(made.signer)],
    ...changes,
    invocation,
  });
}

const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };
const check = (asked: FundRequest, envelope = build(asked), network: Network = sandbox) =>
  fund.check(readTransaction(envelope, network.passphrase), asked, { ...policy, network });

const plain = parseFundRequest(TRANSFER, sandbox);
const asked = parseFundRequest(BY_ESCROW, sandbox);
const changed = (change: Partial<FundRequest>) => ({ ...asked, ...change });
const transfer = (change: Partial<FundRequest> = {}) => transferCall(changed(change), sandbox);
const withArguments = (of: FundRequest, call: xdr.InvokeContractArgs, args: readonly xdr.ScVal[]) =>
  build(of, { invocation: new xdr.InvokeContractArgs({ ...call, args: [...args] }) });
const toOthers = [
  build(plain, { readWrite: [holdingOf(plain.escrow), holdingOf(other)] }),
  build(plain, { readWrite: [instanceOf(escrowAt(5))] }),
] as const;
const [from, to, amount] = transfer().args as [xdr.ScVal, xdr.ScVal, xdr.ScVal];
const byItself = xdr.SorobanCredentials.sorobanCredentialsAddress(
  new xdr.SorobanAddressCredentials({
    address: Address.fromString(plain.signer).toScAddress(),
    nonce: 1n,
    signatureExpirationLedger: 9,
    signature: xdr.ScVal.scvVoid(),
  }),
);
const others = {
  payer: { signer: other },
  escrow: { escrow: escrowAt(4) },
  amount: { amount: '450.5000001' },
};
const othersOf = (input: object) =>
  Object.fromEntries(Object.entries(others).map(([name, change]) => [name, { ...input, ...change }]));

describeAction(fund, {
  spellings: [
    TRANSFER,
    { ...TRANSFER, amount: 450.5, trustline: { address: usdc.issuer } },
    { ...TRANSFER, amount: '0450.50' },
  ],
  others: othersOf(TRANSFER),
  invalid: {
    nothing: [{}, ['signer', 'escrow', 'amount', 'trustline']],
    'an account in the place of an escrow': [{ ...TRANSFER, escrow: signerKey.publicKey() }, ['escrow']],
    'no amount and eight decimals': [{ ...TRANSFER, amount: '0' }, ['amount']],
    'more decimals than the token has': [{ ...TRANSFER, amount: '0.00000001' }, ['amount']],
    'units that are not the token’s': [
      { ...TRANSFER, trustline: { ...TRANSFER.trustline, decimals: 100 } },
      ['trustline.decimals'],
    ],
    'a field that does not belong': [{ ...TRANSFER, memo: 'x' }, ['memo']],
    'a way that there is not': [{ ...TRANSFER, way: 'cheque' }, ['way']],
    'an escrow that was not read from the ledger': [{ ...TRANSFER, way: 'escrow' }, ['escrow']],
  },
  build,
  lies: {
    'a transfer from another payer': [withArguments(plain, transfer(), [to, to, amount]), 'payer'],
    'a transfer of another token': [
      build(plain, {
        invocation: new xdr.InvokeContractArgs({
          ...transfer(),
          contractAddress: Address.fromString(escrowAt(9)).toScAddress(),
        }),
      }),
      'token',
    ],
    'an approval in the place of the transfer': [
      build(plain, { invocation: new xdr.InvokeContractArgs({ ...transfer(), functionName: 'approve' }) }),
      'function',
    ],
    'a payer that is no address': [withArguments(plain, transfer(), [amount, to, amount]), 'payer'],
    'an escrow that is no address': [withArguments(plain, transfer(), [from, amount, amount]), 'escrow'],
    'a fourth argument': [withArguments(plain, transfer(), [from, to, amount, amount]), 'arguments'],
    'an amount of another type': [withArguments(plain, transfer(), [from, to, xdr.ScVal.scvU64(1n)]), 'amount'],
    'an authorisation of another call': [
      build(plain, { auth: [entry(transfer({ amount: '9' }))] }),
      'authorisation.root',
    ],
    'a call below the payment': [
      build(plain, { auth: [entry(transfer(), { below: [below(transfer({ amount: '1' }))] })] }),
      'authorisation.sub-invocations',
    ],
    'credentials that are not the source account’s': [
      build(plain, { auth: [entry(transfer(), { credentials: byItself })] }),
      'authorisation.credentials',
    ],
    'a second authorisation': [build(plain, { auth: [entry(transfer()), entry(transfer())] }), 'authorisation'],
    'no authorisation': [build(plain, { auth: [] }), 'authorisation'],
    'another source': [build(plain, { source: account(other) }), 'source account'],
    'a memo': [build(plain, { memo: xdr.Memo.memoText('x') }), 'memo'],
    'a fee beyond the limit': [build(plain, { fee: 60_000_000 }), 'network fee'],
    'a life of a day': [build(plain, { condition: time(0, NOW + 86_400) }), 'time bounds'],
    'a second operation': [build(plain, { operations: [] }), 'operations'],
    'a write to a trustline of somebody else': [toOthers[0], 'resources.writes'],
    'a write to another contract': [toOthers[1], 'resources.writes'],
  },
});

const call = fundingCall(asked, sandbox);
const [payer, expected, paid] = call.args as [xdr.ScVal, xdr.ScVal, xdr.ScVal];
const authorising = (children: xdr.SorobanAuthorizedInvocation[]) =>
  build(asked, { auth: [entry(call, { below: children })] });

describeAction(fund, {
  spellings: [BY_ESCROW, { ...BY_ESCROW, way: 'escrow', amount: '0450.50' }],
  others: {
    ...othersOf(BY_ESCROW),
    way: { ...BY_ESCROW, way: 'transfer' },
    'escrow that is expected': { ...BY_ESCROW, expected: onLedger(liveMulti, { title: 'Other' }) },
  },
  invalid: {
    'an expected escrow that is none': [{ ...BY_ESCROW, expected: xdr.ScVal.scvVoid().toXdr('base64') }, ['escrow']],
  },
  build,
  lies: {
    'a plain transfer in its place': [build(asked, { invocation: transfer(), auth: [entry(transfer())] }), 'function'],
    'four arguments of the contract': [withArguments(asked, call, [payer, expected, paid, paid]), 'arguments'],
    'a payer of the contract that is no address': [withArguments(asked, call, [paid, expected, paid]), 'payer'],
    'an amount of the contract of another type': [
      withArguments(asked, call, [payer, expected, xdr.ScVal.scvU64(1n)]),
      'amount',
    ],
    'an expected escrow that is none': [withArguments(asked, call, [payer, payer, paid]), 'expected escrow'],
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
    'a write of the contract to a trustline of somebody else': [
      build(asked, { readWrite: [holdingOf(asked.escrow), holdingOf(other)] }),
      'resources.writes',
    ],
    'a write of the contract to another one': [
      build(asked, { readWrite: [instanceOf(escrowAt(5))] }),
      'resources.writes',
    ],
  },
});

test.each([
  ['multi', liveMulti],
  ['single', liveSingle],
] as const)('verifies a payment by the contract of a live %s-release escrow', (_, kind) => {
  const network: Network = networkWith('sandbox', 'v1');
  const code = (kind === liveMulti ? network : network.single)?.wasmHash as string;
  const made = parseFundRequest({ ...BY_ESCROW, code, expected: onLedger(kind) }, network);
  expect(check(made, build(made), network)).toMatchObject({ level: 'verified', reasons: [] });
});

test('verifies a payment to any pinned code, and only in part to another or to one that someone can replace', () => {
  const code = 'ab'.repeat(32);
  const network: Network = { ...sandbox, otherHashes: ['cd'.repeat(32), code] };
  const made = changed({ code });
  expect(check(made, build(made), network)).toMatchObject({ level: 'verified', reasons: [] });
  expect(check(made)).toMatchObject({ level: 'partly', reasons: [{ code: 'CODE_NOT_PINNED' }] });
  const owner = usdc.address;
  const external = changed({ code: externalCode(owner) });
  expect(check(external, build(external), network)).toMatchObject({
    level: 'partly',
    reasons: [{ code: 'CODE_OF_ANOTHER', params: { owner } }],
  });
});

test('lets a payment read the issuer, as an asset’s contract does for a new balance, but no other account', () => {
  const reading = (address: string) => {
    const accountId = Keypair.fromPublicKey(address).xdrAccountId();
    const key = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId }));
    return check(plain, build(plain, { readOnly: [instanceOf(usdc.address), key] })).level;
  };
  expect([reading(usdc.issuer), reading(other)]).toEqual(['verified', 'mismatch']);
});

test('treats the same base units with different decimals as different requests, and verifies unknown ones in part', () => {
  const token = escrowAt(8);
  const of = (amount: string, decimals: number) =>
    parseFundRequest({ ...TRANSFER, amount, trustline: { address: token, decimals } }, sandbox);
  expect(fund.identity(of('1', 10_000_000), sandbox)).not.toEqual(fund.identity(of('10', 1_000_000), sandbox));
  const unknown = parseFundRequest({ ...TRANSFER, trustline: { address: token } }, sandbox);
  const envelope = build(unknown, { readOnly: [instanceOf(token)], readWrite: [] });
  expect(check(unknown, envelope)).toMatchObject({ level: 'partly', reasons: [{ code: 'TOKEN_NOT_ASKED' }] });
});

test('verifies a real payment of the live service, with its restores and twice the resource fee', () => {
  const network: Network = {
    ...networkWith('testnet', 'v1'),
    single: { wasmHash: '7c3f7b2af92ad86092708b23babf80f9e1308d7f3ce18b703b9499192ecc934b' },
  };
  const read = readTransaction(LIVE_FUND, network.passphrase);
  const payment = fund.read(read, network);
  if ('unreadable' in payment || payment.expected === undefined) throw new Error('the real payment cannot be read');
  const made = parseFundRequest(
    {
      signer: read.source,
      escrow: 'CC6OZV3W7METTKZVSEKRJM3RWFQ6LHNUKIATHBGPORBSO7VUSNDMQOBT',
      amount: '1',
      trustline: { address: NETWORKS.testnet.tokens[0].address, decimals: 10_000_000 },
      code: network.single?.wasmHash,
      expected: payment.expected.value.toXdr('base64'),
    },
    network,
  );
  const at = { network, maxFee: 20_000_000n, now: Number(read.timeBounds?.maxTime) - 60 };
  expect(fund.check(read, made, at)).toMatchObject({ level: 'verified', reasons: [] });
  expect(fund.summarise(read, payment, made, network, [])).toMatchObject({
    title: 'Nutmeg oil 5 L (happy)',
    amount: '1',
    token: { code: 'USDC', address: NETWORKS.testnet.tokens[0].address },
    feeXlm: '0.1371294',
    warnings: [expect.stringContaining('restores them')],
  });
  // Had the ledger another state of it, the field is named.
  const { escrow } = payment.expected;
  const unreleased = { ...escrow, flags: { disputed: false, released: false, resolved: false } };
  const stale = { ...made, expected: liveSingle.encode(unreleased as never).toXdr('base64') };
  expect(fund.check(read, stale, at)).toEqual({
    level: 'mismatch',
    differences: [{ field: 'expected escrow.flags.released', asked: 'false', found: 'true' }],
  });
});
