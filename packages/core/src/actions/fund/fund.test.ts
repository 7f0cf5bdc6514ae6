import {
  account,
  buildDeploy,
  type DeployParts,
  entry,
  escrowAt,
  instanceOf,
  NOW,
  otherKey,
  request,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { holdingOf } from '@countersign/testkit/mutation/valid-steps';
import { describeAction } from '@countersign/testkit/specifications/action';
import { Address, Keypair, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { transferCall } from './call.ts';
import { fund } from './index.ts';
import { type FundRequest, parseFundRequest } from './request.ts';

const [usdc] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
const escrowOf = (fill: number) => escrowAt(new Uint8Array(32).fill(fill));
const INPUT = {
  signer: signerKey.publicKey(),
  escrow: escrowOf(3),
  amount: '450.5',
  trustline: { address: usdc.address, decimals: 10_000_000 },
  way: 'transfer',
};
const asked = parseFundRequest(INPUT, sandbox);

/** The payment as Stellar RPC prepares it, each part of which a test may replace. */
function build(made: FundRequest, changes: Partial<DeployParts> = {}): string {
  const invocation = changes.invocation ?? transferCall(made, sandbox);
  return buildDeploy(request({ signer: made.signer }), {
    auth: [entry(invocation)],
    readOnly: [instanceOf(usdc.address)],
    readWrite: [holdingOf(made.escrow), holdingOf(made.signer)],
    ...changes,
    invocation,
  });
}

const call = transferCall(asked, sandbox);
const changed = (change: Partial<FundRequest>) => transferCall({ ...asked, ...change }, sandbox);
/** The call with other arguments, function or contract. */
const callWith = (parts: { args?: xdr.ScVal[]; functionName?: string; contractAddress?: xdr.ScAddress }) =>
  new xdr.InvokeContractArgs({
    contractAddress: parts.contractAddress ?? call.contractAddress,
    functionName: parts.functionName ?? call.functionName.toString(),
    args: parts.args ?? [...call.args],
  });
const invoking = (invocation: xdr.InvokeContractArgs) => build(asked, { invocation });
const below = new xdr.SorobanAuthorizedInvocation({
  function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(changed({ amount: '1' })),
  subInvocations: [],
});
const ofAddress = xdr.SorobanCredentials.sorobanCredentialsAddress(
  new xdr.SorobanAddressCredentials({
    address: Address.fromString(asked.signer).toScAddress(),
    nonce: 1n,
    signatureExpirationLedger: 9,
    signature: xdr.ScVal.scvVoid(),
  }),
);
const [from, to, amount] = call.args as [xdr.ScVal, xdr.ScVal, xdr.ScVal];

describeAction(fund, {
  spellings: [INPUT, { ...INPUT, amount: 450.5, trustline: { address: usdc.issuer } }, { ...INPUT, amount: '0450.50' }],
  others: {
    payer: { ...INPUT, signer: otherKey.publicKey() },
    escrow: { ...INPUT, escrow: escrowOf(4) },
    amount: { ...INPUT, amount: '450.5000001' },
  },
  invalid: {
    nothing: [{}, ['signer', 'escrow', 'amount', 'trustline']],
    'an account in the place of an escrow': [{ ...INPUT, escrow: signerKey.publicKey() }, ['escrow']],
    'no amount and eight decimals': [{ ...INPUT, amount: '0' }, ['amount']],
    'more decimals than the token has': [{ ...INPUT, amount: '0.00000001' }, ['amount']],
    'units that are not the token’s': [
      { ...INPUT, trustline: { ...INPUT.trustline, decimals: 100 } },
      ['trustline.decimals'],
    ],
    'a field that does not belong': [{ ...INPUT, memo: 'x' }, ['memo']],
    'a way that there is not': [{ ...INPUT, way: 'cheque' }, ['way']],
    'an escrow that was not read from the ledger': [{ ...INPUT, way: 'escrow' }, ['escrow']],
  },
  build,
  lies: {
    'a transfer from another payer': [invoking(callWith({ args: [to, to, amount] })), 'payer'],
    'a transfer of another token': [
      invoking(callWith({ contractAddress: Address.fromString(escrowOf(9)).toScAddress() })),
      'token',
    ],
    'an approval in the place of the transfer': [invoking(callWith({ functionName: 'approve' })), 'function'],
    'a payer that is no address': [invoking(callWith({ args: [amount, to, amount] })), 'payer'],
    'an escrow that is no address': [invoking(callWith({ args: [from, amount, amount] })), 'escrow'],
    'a fourth argument': [invoking(callWith({ args: [from, to, amount, amount] })), 'arguments'],
    'an amount of another type': [invoking(callWith({ args: [from, to, xdr.ScVal.scvU64(1n)] })), 'amount'],
    'an authorisation of another call': [
      build(asked, { auth: [entry(changed({ amount: '9' }))] }),
      'authorisation.root',
    ],
    'a call below the payment': [
      build(asked, { auth: [entry(call, { below: [below] })] }),
      'authorisation.sub-invocations',
    ],
    'credentials that are not the source account’s': [
      build(asked, { auth: [entry(call, { credentials: ofAddress })] }),
      'authorisation.credentials',
    ],
    'a second authorisation': [build(asked, { auth: [entry(call), entry(call)] }), 'authorisation'],
    'no authorisation': [build(asked, { auth: [] }), 'authorisation'],
    'another source': [build(asked, { source: account(otherKey.publicKey()) }), 'source account'],
    'a memo': [build(asked, { memo: xdr.Memo.memoText('x') }), 'memo'],
    'a fee beyond the limit': [build(asked, { fee: 60_000_000 }), 'network fee'],
    'a life of a day': [build(asked, { condition: time(0, NOW + 86_400) }), 'time bounds'],
    'a second operation': [build(asked, { operations: [] }), 'operations'],
    'a write to a trustline of somebody else': [
      build(asked, { readWrite: [holdingOf(asked.escrow), holdingOf(otherKey.publicKey())] }),
      'resources.writes',
    ],
    'a write to another contract': [build(asked, { readWrite: [instanceOf(escrowOf(5))] }), 'resources.writes'],
  },
});

test('shows what was requested next to what the transaction pays', () => {
  const other = { ...asked, signer: otherKey.publicKey(), escrow: escrowOf(4), amount: '9' };
  const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };
  const check = fund.check(readTransaction(build(other), sandbox.passphrase), asked, policy);
  expect(check.level === 'mismatch' && check.differences).toEqual(
    expect.arrayContaining([
      { field: 'payer', asked: asked.signer, found: other.signer },
      { field: 'escrow', asked: asked.escrow, found: other.escrow },
      { field: 'amount', asked: '450.5', found: '9' },
    ]),
  );
});

test('lets a payment read the issuer, as an asset’s contract does for a new balance, but no other account', () => {
  const accountOf = (address: string) =>
    xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));
  const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };
  const reading = (address: string) =>
    fund.check(
      readTransaction(build(asked, { readOnly: [instanceOf(usdc.address), accountOf(address)] }), sandbox.passphrase),
      asked,
      policy,
    ).level;
  expect([reading(usdc.issuer), reading(otherKey.publicKey())]).toEqual(['verified', 'mismatch']);
});

test('the same base units with different decimals are a different request', () => {
  const token = escrowOf(8);
  const identityOf = (amount: string, decimals: number) => {
    const request = parseFundRequest({ ...INPUT, amount, trustline: { address: token, decimals } }, sandbox);
    return Buffer.from(fund.identity(request, sandbox)).toString('hex');
  };
  expect(identityOf('1', 10_000_000)).not.toBe(identityOf('10', 1_000_000));
});

test('a payment in a token with unknown decimals is partly verified, with the reason', () => {
  const token = escrowOf(8);
  const unknown = parseFundRequest({ ...INPUT, trustline: { address: token } }, sandbox);
  const transaction = readTransaction(
    build(unknown, { readOnly: [instanceOf(token)], readWrite: [] }),
    sandbox.passphrase,
  );
  const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };
  expect(fund.check(transaction, unknown, policy)).toMatchObject({ level: 'partly', reasons: [expect.anything()] });
});

test('the summary is read from the transaction, and says that a plain payment asks no contract', () => {
  const transaction = readTransaction(build(asked), sandbox.passphrase);
  const transfer = fund.read(transaction, sandbox);
  if ('unreadable' in transfer) throw new Error('its own transaction cannot be read');
  expect(fund.summarise(transaction, transfer, asked, sandbox, [])).toMatchObject({
    escrow: asked.escrow,
    way: 'transfer',
    amount: '450.5',
    token: { address: usdc.address, code: 'USDC' },
    warnings: [expect.stringContaining('plain payment')],
  });
});
