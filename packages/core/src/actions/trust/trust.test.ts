import { NOW, otherKey, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { describeAction } from '@countersign/testkit/specifications/action';
import { Account, Asset, Memo, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../../envelope/read-transaction.ts';
import { fieldProblem } from '../../errors/errors.ts';
import { NETWORKS } from '../../escrow/network.ts';
import { trust } from './index.ts';
import { parseTrustRequest } from './request.ts';
import { trustTransaction } from './transaction.ts';

const [usdc] = NETWORKS.sandbox.tokens;
const signer = signerKey.publicKey();
const GOLD = new Asset('GOLD', otherKey.publicKey());
const GOLD_CONTRACT = GOLD.contractId(sandbox.passphrase);
const INPUT = { signer, token: usdc.address };
const line = new Asset('USDC', usdc.issuer);
const policy = { network: sandbox, maxFee: 50_000_000n, now: NOW };

/** The transaction as it is prepared here, each part of which a test may replace. */
function build(
  changes: {
    readonly source?: string;
    readonly fee?: string;
    readonly memo?: Memo;
    readonly ends?: number;
    readonly operations?: readonly xdr.Operation[];
  } = {},
): string {
  const { source = signer, fee = '10000', memo, ends = NOW + 120 } = changes;
  const builder = new TransactionBuilder(new Account(source, '41'), {
    fee,
    networkPassphrase: sandbox.passphrase,
    timebounds: { minTime: NOW - 10, maxTime: ends },
    ...(memo === undefined ? {} : { memo }),
  });
  for (const operation of changes.operations ?? [Operation.changeTrust({ asset: line })]) {
    builder.addOperation(operation);
  }
  return builder.build().toXdr();
}

const trusting = (asset: Asset, limit?: string) =>
  build({ operations: [Operation.changeTrust({ asset, ...(limit === undefined ? {} : { limit }) })] });

describeAction(trust, {
  spellings: [INPUT, { ...INPUT, token: usdc.issuer }],
  others: {
    account: { ...INPUT, signer: otherKey.publicKey() },
    token: { ...INPUT, token: GOLD_CONTRACT },
  },
  invalid: {
    nothing: [{}, ['signer', 'token']],
    'an issuer that is not known': [{ ...INPUT, token: otherKey.publicKey() }, ['token']],
    'an issuer’s own token': [{ signer: usdc.issuer, token: usdc.address }, ['token']],
    'a contract that signs': [{ ...INPUT, signer: usdc.address }, ['signer']],
    'a limit, which is always the largest': [{ ...INPUT, limit: '5' }, ['limit']],
  },
  build: ({ signer: source, trustline }) =>
    trustTransaction({
      signer: source,
      asset: trustline.address === GOLD_CONTRACT ? { code: 'GOLD', issuer: otherKey.publicKey() } : usdc,
      sequence: 41n,
      begins: NOW - 10,
      ends: NOW + 120,
      passphrase: sandbox.passphrase,
    }),
  lies: {
    'another code of the same issuer': [trusting(new Asset('USDD', usdc.issuer)), 'asset'],
    'the same code of another issuer': [trusting(new Asset('USDC', otherKey.publicKey())), 'asset'],
    'a smaller limit': [trusting(line, '5'), 'limit'],
    'a limit of 0, which removes the trustline': [trusting(line, '0'), 'limit'],
    'another source': [build({ source: otherKey.publicKey() }), 'source account'],
    'a source of its own': [
      build({ operations: [Operation.changeTrust({ asset: line, source: otherKey.publicKey() })] }),
      'operation source',
    ],
    'a second operation': [
      build({
        fee: '10000',
        operations: [
          Operation.changeTrust({ asset: line }),
          Operation.payment({ destination: otherKey.publicKey(), asset: Asset.native(), amount: '1' }),
        ],
      }),
      'operations',
    ],
    'a payment in its place': [
      build({
        operations: [Operation.payment({ destination: otherKey.publicKey(), asset: Asset.native(), amount: '1' })],
      }),
      'operation',
    ],
    'a memo': [build({ memo: Memo.text('x') }), 'memo'],
    'a fee beyond the small one': [build({ fee: '10001' }), 'network fee'],
    'a fee that the network refuses': [build({ fee: '99' }), 'network fee'],
    'a life of a day': [build({ ends: NOW + 86_400 }), 'time bounds'],
  },
});

test('XLM needs no trustline', () => {
  const input = { signer, token: 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC' };
  expect(() => parseTrustRequest(input, NETWORKS.testnet)).toThrowError(
    expect.objectContaining({ fields: [fieldProblem('token', 'NEEDS_NO_TRUSTLINE', { code: 'XLM' })] }),
  );
});

test('the summary says to check the issuer of an asset that is not known', () => {
  const request = parseTrustRequest({ signer, token: GOLD_CONTRACT }, sandbox);
  const read = readTransaction(trusting(GOLD), sandbox.passphrase);
  const check = trust.check(read, request, policy);
  if (check.level === 'mismatch') throw new Error('it is what was asked for');
  expect(trust.summarise(read, check.call, request, sandbox, []).warnings).toEqual([
    `Anybody can issue a token called GOLD. Check the issuer’s address: ${otherKey.publicKey()}.`,
  ]);
});
