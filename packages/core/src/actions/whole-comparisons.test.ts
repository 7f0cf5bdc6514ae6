/** Transactions next to what was asked for: every difference, every reason, and the whole summary that a person reads. */
import {
  account,
  buildDeploy,
  codeOf,
  NOW,
  otherKey,
  request,
  sandbox,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { ESCROW, escrowOf, OTHER_CONTRACT, PEOPLE, stepInput } from '@countersign/testkit/fixtures/step-fixture';
import { envelopeOf, PAYMENT } from '@countersign/testkit/fixtures/takeover';
import { buildStep, holdingOf, validStep, validSteps } from '@countersign/testkit/mutation/valid-steps';
import { createPart } from '@countersign/testkit/record/part';
import { Asset, Keypair, Operation, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { NETWORKS, type Network } from '../escrow/network.ts';
import type { ActionName } from './action.ts';
import { actionOf, transactionDifferences } from './actions.ts';
import { paymentTerms } from './fund/summary.ts';

const policyOn = (network: Network) => ({ network, maxFee: 50_000_000n, now: NOW });

/** Its level with the reasons, or the differences. */
function checked(name: ActionName, xdrText: string, asked: unknown, network: Network): unknown {
  const check = actionOf(name).check(readTransaction(xdrText, network.passphrase), asked as never, policyOn(network));
  if (check.level === 'mismatch') {
    return check.differences.map(({ field, asked: wanted, found }) => `${field}: ${JSON.stringify([wanted, found])}`);
  }
  return [check.level, ...check.reasons];
}

test('checks and summarises every step of every kind as recorded', async () => {
  const { note, text } = createPart();
  for (const { name, action, request: asked, base64, network } of validSteps()) {
    const read = readTransaction(base64, network.passphrase);
    const call = actionOf(action).read(read, network);
    if ('unreadable' in call) throw new Error('its own transaction cannot be read');
    note(name, checked(action, base64, asked, network));
    note('summary', actionOf(action).summarise(read, call as never, asked as never, network, []));
  }
  await expect(text()).toMatchFileSnapshot('recorded/steps.txt');
});

const codes = (...fills: number[]) => fills.map((fill) => codeOf(new Uint8Array(32).fill(fill)));
const entryOf = (address: string) =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));
const { issuer } = sandbox.tokens[0] as { issuer: string };

test('compares what steps call and touch as recorded', async () => {
  const { note, text } = createPart();
  const [multi, single] = [validStep('release', 'live-multi'), validStep('release', 'live-single')];
  const { feeAddress: _, ...withoutFee } = multi.network;
  const { address: token } = multi.request.trustline;
  const release = (envelope: string, changes: object = {}, network: Network = multi.network) =>
    checked('release', envelope, { ...multi.request, ...changes }, network);
  const pinning = (changes: Partial<Network>) => release(multi.base64, {}, { ...multi.network, ...changes });
  const called = {
    'the release of another kind of escrow': release(single.base64),
    'the release of a milestone in place of the whole': checked('release', multi.base64, single.request, multi.network),
    'a decision in place of a release': release(validStep('resolve', 'live-multi').base64),
    'an escrow whose state is no escrow': release(multi.base64, { state: xdr.ScVal.scvVoid().toXdr('base64') }),
    'where the service’s address is not pinned': release(multi.base64, {}, withoutFee),
    'where another one is pinned': pinning({ feeAddress: PEOPLE.stranger }),
    'of a token that is not known': pinning({ tokens: [] }),
    'of a token with other decimals': pinning({ tokens: [], saidDecimals: { [token]: 3 } }),
    'with code that is not pinned': release(multi.base64, { code: 'ab'.repeat(32) }),
  };
  for (const [what, found] of Object.entries(called)) note(what, found);
  const touched: Readonly<Record<string, Parameters<typeof buildStep>[3]>> = {
    'that writes its code': { readWrite: [codeOf(Buffer.from(multi.request.code, 'hex'))] },
    'that writes other code': { readWrite: codes(1) },
    'that reads two other codes': { readOnly: codes(1, 2) },
    'that reads three other codes': { readOnly: codes(1, 2, 3) },
    'that reads the issuer': { readOnly: [entryOf(issuer)] },
    'that reads another account': { readOnly: [entryOf(PEOPLE.stranger)] },
    'that writes a stranger’s trustline': { readWrite: [holdingOf(PEOPLE.stranger)] },
    'that writes the platform’s trustline': { readWrite: [holdingOf(PEOPLE.platformAddress)] },
    'that costs nothing': { resourceFee: 0 },
    'that costs all of its fee': { resourceFee: 50_100 },
    'that costs more': { resourceFee: 50_101 },
    'with the highest fee': { fee: 50_000_000 },
    'that ends now': { condition: time(0, NOW) },
    'that begins in five seconds': { condition: time(NOW + 5, NOW + 60) },
    'with the highest sequence number': { sequence: 2n ** 63n - 1_000_001n },
  };
  for (const [name, { action, request: asked, network }] of [
    ['a release', multi],
    ['an approval', validStep('approve', 'live-multi') as never as typeof multi],
  ] as const) {
    for (const [what, changes] of Object.entries(touched)) {
      note(`${name} ${what}`, checked(action, buildStep(action, asked, network, changes), asked, network));
    }
  }
  await expect(text()).toMatchFileSnapshot('recorded/comparisons.txt');
});

const trusting = (asset: Asset) => envelopeOf(Operation.changeTrust({ asset }));

test('shows how a transaction came back changed, as recorded', async () => {
  const { note, text } = createPart();
  const deploy = buildDeploy(request());
  const changed = (from: string, to: string) => {
    const [offered, signed] = [from, to].map((each) => readTransaction(each, sandbox.passphrase));
    return transactionDifferences(offered as never, signed as never, sandbox).map(
      ({ field, asked, found }) => `${field}: ${JSON.stringify([asked, found])}`,
    );
  };
  note('nothing', changed(deploy, deploy));
  note(
    'another title and amount',
    changed(deploy, buildDeploy(request({ title: 'x', milestones: [{ description: 'y', amount: '5' }] }))),
  );
  note(
    'another source, sequence number and time',
    changed(
      deploy,
      buildDeploy(request(), {
        source: account(otherKey.publicKey()),
        sequence: 43n,
        condition: time(NOW, NOW + 9),
        memo: xdr.Memo.memoText('x'),
      }),
    ),
  );
  note(
    'another factory and code',
    changed(deploy, buildDeploy(request(), { factory: OTHER_CONTRACT, wasmHash: new Uint8Array(32) })),
  );
  note('another footprint', changed(deploy, buildDeploy(request(), { readOnly: codes(1) })));
  note('another title that looks alike', changed(deploy, buildDeploy(request({ title: `${request().title}\u00a0` }))));
  note('a payment in place of the deploy', changed(deploy, envelopeOf(PAYMENT)));
  const usdc = new Asset('USDC', issuer);
  note('a trustline for another asset', changed(trusting(usdc), trusting(new Asset('ABC', issuer))));
  const { base64, request: asked } = validStep('release', 'live-multi');
  note('another milestone', changed(base64, buildStep('release', { ...asked, milestone: 1 }, sandbox)));
  const many = (amount: string) =>
    request({ milestones: Array.from({ length: 30 }, () => ({ description: 'x', amount })) });
  note('more than twenty differences', changed(buildDeploy(many('1')), buildDeploy(many('2'))));
  await expect(text()).toMatchFileSnapshot('recorded/changed.txt');
});

test('names what a step lacks, and what a payment is for, as recorded', async () => {
  const { note, text } = createPart();
  const problemsOf = (name: 'approve' | 'dispute' | 'release', changes: Record<string, unknown>) => {
    try {
      actionOf(name).parse(stepInput('live-multi', name, changes), sandbox);
      return 'nothing';
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      return error.fields;
    }
  };
  const unread = { state: undefined, code: undefined, held: undefined, trustline: undefined };
  const lacking = {
    'no signer': problemsOf('dispute', { signer: undefined, milestone: 1 }),
    'no signer and no milestone': problemsOf('dispute', { signer: undefined, milestone: undefined }),
    'no signer in a step that one may take': problemsOf('approve', { signer: undefined }),
    'no signer of an escrow that was not read': problemsOf('approve', { ...unread, signer: undefined, escrow: 'x' }),
    'no signer and no state': problemsOf('approve', { ...unread, signer: undefined }),
    'an escrow that was not read': problemsOf('approve', { ...unread, escrow: 'x' }),
    'nothing of what the ledger fills in': problemsOf('approve', unread),
    'a signer that is no account, and no milestone': problemsOf('dispute', { signer: ESCROW, milestone: undefined }),
    'another token': problemsOf('approve', { trustline: { address: OTHER_CONTRACT, decimals: 10_000_000 } }),
  };
  for (const [what, problems] of Object.entries(lacking)) note(what, problems);
  for (const kind of ['live-multi', 'live-single'] as const) {
    const paid = { released: true };
    note(`${kind}, all of it`, paymentTerms(escrowOf(kind), 10_000_000, sandbox));
    note(`${kind}, where one is paid`, paymentTerms(escrowOf(kind, { flags: [paid] }), 10_000_000, NETWORKS.testnet));
    note(
      `${kind}, where all is paid`,
      paymentTerms(escrowOf(kind, { flags: [paid, paid], whole: paid }), 10_000_000, sandbox) ?? 'nothing',
    );
  }
  await expect(text()).toMatchFileSnapshot('recorded/problems-and-terms.txt');
});
