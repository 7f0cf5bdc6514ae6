/** Explanations of deploys, and of what is around any transaction, as a person reads them. */
import {
  buildDeploy,
  escrowAt,
  instanceOf,
  NOW,
  otherKey,
  request,
  requestInput,
  sandbox,
  sign,
  signerKey,
  storedEscrow,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { other, source, third, USDC } from '@countersign/testkit/fixtures/explain-fixture';
import { buildGenerationB } from '@countersign/testkit/fixtures/generation-b-fixture';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { createPart } from '@countersign/testkit/record/part';
import {
  Account,
  Keypair,
  Memo,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { transactionHash } from '../envelope/read-transaction.ts';
import { NETWORKS, type Network } from '../escrow/network.ts';
import type { EscrowKind } from '../kinds/escrow-kind.ts';
import { escrowOfRequest } from '../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { liveMulti, SERVED_KINDS } from '../kinds/live-kinds.ts';
import { contractIdFor } from '../kinds/read-deploy.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
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
const elsewhere = (fill: number) => contractIdFor(otherKey.publicKey(), new Uint8Array(32).fill(fill), 'x');
const OTHER_PARTIES = { receiver: elsewhere(1), release: elsewhere(2), serviceProvider: otherKey.publicKey() };
const allRoles = (address: string) =>
  Object.fromEntries(Object.keys(requestInput().roles).map((role) => [role, address]));
const [token] = sandbox.tokens as [(typeof sandbox.tokens)[number]];
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
  'another factory and another code': deploy({ factory: elsewhere(0), wasmHash: new Uint8Array(32).fill(9) }),
  'no authorisation, and an entry of the token': deploy({ auth: [], readWrite: [instanceOf(token.address)] }),
  'a milestone that is approved already': deploy({
    escrow: liveMulti.encode({
      ...fresh,
      milestones: fresh.milestones.map((each, index) =>
        index > 0
          ? each
          : { ...each, status: 'completed', evidence: 'see “here”', flags: { ...each.flags, approved: true } },
      ),
    }),
  }),
  'one party in every role, with a fee of 99 %': buildDeploy(
    request({ roles: allRoles(otherKey.publicKey()), platformFee: 99 }),
  ),
  'the token as receiver': withRoles({ receiver: token.address }),
  'the escrow as receiver': withRoles({ receiver: escrowAt() }),
  'more warnings than are shown': buildDeploy(
    request({
      roles: { ...requestInput().roles, ...OTHER_PARTIES, disputeResolver: otherKey.publicKey() },
      platformFee: '0.05',
    }),
  ),
  'six receivers': buildDeploy(
    request({
      milestones: [1, 2, 3, 4, 5, 6].map((at) => ({ description: 'Bounty', amount: '100', receiver: elsewhere(at) })),
    }),
  ),
  'a memo that is not text': deploy({ memo: xdr.Memo.memoText(Uint8Array.of(0xff, 0xfe)) }),
  'without time bounds': deploy({ condition: xdr.Preconditions.precondNone() }),
  'with time bounds without an end': deploy({ condition: time(0, 0) }),
  'with a later begin, and an end beyond any calendar': deploy({
    condition: xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: BigInt(NOW + 30), maxTime: 2n ** 63n })),
  }),
};

const MEMOS: Readonly<Record<string, Memo>> = {
  'a number': Memo.id('77'),
  'a hash': Memo.hash('ab'.repeat(32)),
  'a return': Memo.return('cd'.repeat(32)),
  'a text': Memo.text('x\u202e”\n## y'),
};
const withMemo = (memo: Memo) =>
  new TransactionBuilder(new Account(source, '41'), { fee: '100', networkPassphrase: sandbox.passphrase, memo })
    .addOperation(Operation.payment({ destination: other, asset: USDC, amount: '1' }))
    .setTimebounds(0, NOW + 60)
    .build()
    .toXDR();

/** A deploy by the factory of a kind, as this kind stores its escrows. */
function deployOfKind(kind: EscrowKind): string {
  const terms = escrowOfRequest(request());
  const everything = {
    ...{ ...terms, amount: 305_000_001n, flags: { disputed: false, released: false, resolved: false } },
    roles: { ...terms.roles, admin: other, observers: `${other}, ${source}` },
    milestones: terms.milestones.map((each) => ({ ...each, receiver: other })),
  };
  const value = kind.encode(everything as EscrowOnChain);
  if (kind.addressFrom === 'factory') return buildGenerationB(request(), { release: kind.release, escrow: value });
  const [code = '00'.repeat(32)] = kind.codes;
  return buildGenerationB(request(), {
    ...{ functionName: kind.factoryFunction, escrow: value, wasmHash: Uint8Array.from(Buffer.from(code, 'hex')) },
  });
}

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
  const deployed = TransactionBuilder.fromXDR(honest, sandbox.passphrase) as Transaction;
  const bumped = TransactionBuilder.buildFeeBumpTransaction(otherKey, '25000000', deployed, sandbox.passphrase);
  note('an unsigned fee bump of a deploy', different(bumped.toXDR()));
  const ofOther = TransactionBuilder.fromXDR(
    envelopeOf(Operation.bumpSequence({ bumpTo: '1', source: other })),
    sandbox.passphrase,
  );
  ofOther.sign(otherKey);
  note('an operation of another source, which alone has signed', whole(ofOther.toXDR()));
  for (const [title, memo] of Object.entries(MEMOS)) note(`a memo that is ${title}`, whole(withMemo(memo)));
  for (const feeStop of [750, 1_000, 3_000]) {
    const fees = [10, 30].map((platformFee) => different(buildDeploy(request({ platformFee })), sandbox, { feeStop }));
    note(`fees of 10 and 30 % where at most ${feeStop / 100} % is allowed`, fees.join('\n'));
  }
  for (const kind of ESCROW_KINDS.filter((each) => !SERVED_KINDS.includes(each))) {
    note(`a deploy of ${kind.id}`, different(deployOfKind(kind)));
  }
  await expect(text()).toMatchFileSnapshot('recorded/deploys.txt');
});
