/** Explanations of deploys, and of what is around any transaction, as a person reads them. */
import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  storedEscrow,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { other, source, third, USDC } from '@countersign/testkit/fixtures/explain-fixture';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { createPart } from '@countersign/testkit/record/part';
import { Keypair, Operation, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { NETWORKS, type Network } from '../escrow/network.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { ExplainPolicy } from './explanation.ts';

const fresh = storedEscrow();
const payment = envelopeOf(Operation.payment({ destination: other, asset: USDC, amount: '1' }));

/** Everything that an explanation holds. */
function whole(xdrText: string, network: Network = sandbox, policy: ExplainPolicy = {}, now = NOW): string {
  const { heading, lines, warnings } = explainTransaction(xdrText, network, now, policy);
  return [
    heading,
    ...lines.map(({ label, value }) => `${label}: ${value}`),
    ...warnings.map(({ stakes, text }) => `! ${stakes}: ${text}`),
  ].join('\n');
}

/** Only what differs from the explanation of the usual deploy. */
function different(xdrText: string, ...more: [Network?, ExplainPolicy?, number?]): string {
  const usual = new Set(whole(buildDeploy(request())).split('\n'));
  return whole(xdrText, ...more)
    .split('\n')
    .filter((line) => !usual.has(line))
    .join('\n');
}

const conditions = (change: Partial<ConstructorParameters<typeof xdr.PreconditionsV2>[0]>) =>
  xdr.Preconditions.precondV2(
    new xdr.PreconditionsV2({
      ...{ timeBounds: new xdr.TimeBounds({ minTime: 0n, maxTime: BigInt(NOW + 60) }), ledgerBounds: null },
      ...{ minSeqNum: null, minSeqAge: 0n, minSeqLedgerGap: 0, extraSigners: [] },
      ...change,
    }),
  );
const from = (minTime: number) =>
  conditions({ timeBounds: new xdr.TimeBounds({ minTime: BigInt(minTime), maxTime: BigInt(NOW + 60) }) });
const deploy = (changes: Parameters<typeof buildDeploy>[1]) => buildDeploy(request(), changes);
const withRoles = (roles: Record<string, string>) =>
  buildDeploy(request({ roles: { ...requestInput().roles, ...roles } }));
const { testnet } = NETWORKS;
const signed = (keys: readonly Keypair[], passphrase = sandbox.passphrase) =>
  sign(buildDeploy(request()), [...keys], (tx) => transactionHash(tx, passphrase));

const DEPLOYS: Readonly<Record<string, string>> = {
  'the highest fee without a warning': deploy({ fee: 50_000_000 }),
  'one stroop more': deploy({ fee: 50_000_001 }),
  'no further preconditions': deploy({ condition: conditions({}) }),
  'every further precondition': deploy({
    condition: conditions({
      ...{ ledgerBounds: new xdr.LedgerBounds({ minLedger: 5, maxLedger: 9 }), minSeqNum: 7n, minSeqAge: 60n },
      ...{ minSeqLedgerGap: 4, extraSigners: [xdr.SignerKey.signerKeyTypePreAuthTx(new Uint8Array(32).fill(1))] },
    }),
  }),
  'valid from now on': deploy({ condition: from(NOW) }),
  'valid from the next second on': deploy({ condition: from(NOW + 1) }),
  'signed by its source': signed([signerKey]),
  'signed by its source for testnet': signed([signerKey], testnet.passphrase),
  'signed by its source for an unknown network': signed([signerKey], 'unknown'),
  'signed by another account': signed([otherKey]),
  'signed by an extra signer': sign(
    deploy({ condition: conditions({ extraSigners: [xdr.SignerKey.signerKeyTypeEd25519(otherKey.rawPublicKey())] }) }),
    [otherKey],
    (tx) => transactionHash(tx, sandbox.passphrase),
  ),
  'a source of the operation': deploy({ operationSource: Keypair.fromPublicKey(other).xdrMuxedAccount() }),
  'another deployer': deploy({ deployer: other }),
  'no resources': deploy({ ext: xdr.TransactionExt.v0() }),
  'a milestone that is disputed, and one that is released and resolved': deploy({
    escrow: liveMulti.encode({
      ...fresh,
      milestones: fresh.milestones.map((each, index) => ({
        ...each,
        flags: index === 0 ? { ...each.flags, disputed: true } : { ...each.flags, released: true, resolved: true },
      })),
    }),
  }),
  'statuses that are as good as none': deploy({
    escrow: liveMulti.encode({ ...fresh, milestones: fresh.milestones.map((each) => ({ ...each, status: '' })) }),
  }),
  'texts that hide characters or stack marks': deploy({
    escrow: liveMulti.encode({ ...fresh, title: 'Lo\u200bgo', description: `a${'\u0301'.repeat(9)}` }),
  }),
  'one receiver who is not the worker': withRoles({ receiver: third }),
  'one milestone': buildDeploy(request({ milestones: [{ description: 'All', amount: '5' }] })),
};

test('explains deploys as recorded, and what is around any transaction', async () => {
  const { note, text } = createPart();
  note('the usual deploy', whole(buildDeploy(request())));
  for (const [title, xdrText] of Object.entries(DEPLOYS)) note(title, different(xdrText));
  const honest = buildDeploy(request());
  note('in the second of its end', different(honest, sandbox, {}, NOW + 100));
  note('in the second before', different(honest, sandbox, {}, NOW + 99.9));
  note('of another network', different(honest, testnet));
  const known = { heading: 'Known here.', lines: [{ label: 'Prepared by', value: source }] };
  for (const isPrepared of [true, false]) {
    note(`known here, prepared: ${isPrepared}`, different(honest, sandbox, { known: { ...known, isPrepared } }));
    const paid = whole(payment, sandbox, { known: { ...known, isPrepared } });
    note(`a payment that is known here, prepared: ${isPrepared}`, paid);
  }
  note('names of people', different(honest, sandbox, { names: [{ name: 'Ana', address: source }] }));
  const inner = TransactionBuilder.fromXDR(payment, sandbox.passphrase) as Transaction;
  for (const [title, fee] of [
    ['the highest fee without a warning', '25000000'],
    ['one stroop more', '25000001'],
  ] as const) {
    const bump = TransactionBuilder.buildFeeBumpTransaction(otherKey, fee, inner, sandbox.passphrase);
    bump.sign(otherKey);
    note(`a fee bump of ${title}`, whole(bump.toXDR()));
  }
  await expect(text()).toMatchFileSnapshot('recorded/deploys.txt');
});
