/** Core's weighing of signatures next to the ledger's own, which knows nothing of it: anyone who signs, they agree. */
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS } from '@countersign/core/network';
import { checkWeights } from '@countersign/core/signatures';
import { accountKey } from '@countersign/sandbox-ledger/internal/keys';
import { openTestLedger, settled } from '@countersign/testkit/ledger/ledger-client';
import { Asset, Operation, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { demoKeypair } from './sandbox.ts';

const client = demoKeypair('client');
const provider = demoKeypair('provider');
const network = NETWORKS.sandbox;

/** Every list of up to three signatures: of the account, of somebody else, and broken. */
const WHO = ['client', 'provider', 'broken'] as const;
const PAIRS = WHO.flatMap((first) => WHO.map((second) => [first, second]));
const LISTS = [
  [],
  ...WHO.map((one) => [one]),
  ...PAIRS,
  ...PAIRS.flatMap((pair) => WHO.map((third) => [...pair, third])),
];

test('the ledger would refuse every transaction that is refused before sending, for the same reason', () => {
  const t = openTestLedger();
  onTestFinished(() => t.ledger.close());
  const account = t.ledger.view((view) => view.entry(accountKey(client.publicKey()).toXdr('base64'))?.data);
  if (account?.type !== 'account') throw new TypeError('the sandbox has its demo accounts');
  const seen = new Map<string, number>();
  for (const list of LISTS) {
    const payment = Operation.payment({ destination: provider.publicKey(), asset: Asset.native(), amount: '1' });
    const envelope = signedBy(t.build(client, [payment]), list);
    const here = problemOf(() => checkWeights(readTransaction(envelope, network.passphrase), account.account, network));
    const both = `${here}, ${settled(t, envelope)}`;
    seen.set(both, (seen.get(both) ?? 0) + 1);
  }
  expect(Object.fromEntries(seen)).toEqual({
    'accepted, txSuccess': 1,
    'XDR_NOT_SIGNED, txBadAuth': 1,
    'SIGNED_BY_ANOTHER, txBadAuth': 3,
    'SIGNATURE_BROKEN, txBadAuth': 11,
    'SIGNATURE_BROKEN, txBadAuthExtra': 14,
    'SIGNATURE_NOT_NEEDED, txBadAuthExtra': 10,
  });
});

function signedBy(transaction: Transaction, list: readonly (typeof WHO)[number][]): string {
  const signatures = list.map((name) => {
    const good = (name === 'provider' ? provider : client).signDecorated(transaction.hash());
    const signature = new Uint8Array(64);
    return name === 'broken' ? new xdr.DecoratedSignature({ hint: good.hint, signature }) : good;
  });
  const { transaction: tx } = readTransaction(transaction.toXdr(), network.passphrase);
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures })).toXdr('base64');
}

function problemOf(check: () => void): string {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}
