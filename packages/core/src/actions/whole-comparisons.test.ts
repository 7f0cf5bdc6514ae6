/** Transactions next to what was asked for: every difference, every reason, and the whole summary that a person reads. */
import {
  account,
  buildDeploy,
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

const codeOf = (fill: number) =>
  xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: new Uint8Array(32).fill(fill) }));
const entryOf = (address: string) =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));
const { issuer } = sandbox.tokens[0] as { issuer: string };

test('compares what steps call and touch as recorded', async () => {
  const { note, text } = createPart();
  const [multi, single] = [validStep('release', 'live-multi'), validStep('release', 'live-single')];
  note('the release of another kind of escrow', checked('release', single.base64, multi.request, multi.network));
  note(
    'the release of a milestone in place of the whole',
    checked('release', multi.base64, single.request, multi.network),
  );
  const resolve = validStep('resolve', 'live-multi');
  note('a decision in place of a release', checked('release', resolve.base64, multi.request, multi.network));
  const { state: _, ...withoutState } = multi.request;
  note(
    'an escrow whose state is no escrow',
    checked('release', multi.base64, { ...withoutState, state: xdr.ScVal.scvVoid().toXdr('base64') }, multi.network),
  );
  const { feeAddress: __, ...withoutFee } = multi.network;
  note('where the service’s address is not pinned', checked('release', multi.base64, multi.request, withoutFee));
  note(
    'where another one is pinned',
    checked('release', multi.base64, multi.request, { ...multi.network, feeAddress: PEOPLE.stranger }),
  );
  note(
    'of a token that is not known',
    checked('release', multi.base64, multi.request, { ...multi.network, tokens: [] }),
  );
  note(
    'of a token with other decimals',
    checked('release', multi.base64, multi.request, {
      ...multi.network,
      tokens: [],
      saidDecimals: { [multi.request.trustline.address]: 3 },
    }),
  );
  note(
    'with code that is not pinned',
    checked('release', multi.base64, { ...multi.request, code: 'ab'.repeat(32) }, multi.network),
  );
  const touching = (step: typeof multi, changes: Parameters<typeof buildStep>[3]) =>
    checked(
      step.action,
      buildStep(step.action as 'release', step.request, step.network, changes),
      step.request,
      step.network,
    );
  const approve = validStep('approve', 'live-multi') as never as typeof multi;
  const own = Buffer.from(multi.request.code, 'hex');
  const ownCode = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: own }));
  for (const [name, step] of [
    ['a release', multi],
    ['an approval', approve],
  ] as const) {
    note(`${name} that writes its code`, touching(step, { readWrite: [ownCode] }));
    note(`${name} that writes other code`, touching(step, { readWrite: [codeOf(1)] }));
    note(`${name} that reads two other codes`, touching(step, { readOnly: [codeOf(1), codeOf(2)] }));
    note(`${name} that reads three other codes`, touching(step, { readOnly: [codeOf(1), codeOf(2), codeOf(3)] }));
    note(`${name} that reads the issuer`, touching(step, { readOnly: [entryOf(issuer)] }));
    note(`${name} that reads another account`, touching(step, { readOnly: [entryOf(PEOPLE.stranger)] }));
    note(`${name} that writes a stranger’s trustline`, touching(step, { readWrite: [holdingOf(PEOPLE.stranger)] }));
    note(
      `${name} that writes the platform’s trustline`,
      touching(step, { readWrite: [holdingOf(PEOPLE.platformAddress)] }),
    );
    note(`${name} that costs nothing`, touching(step, { resourceFee: 0 }));
    note(`${name} that costs all of its fee`, touching(step, { resourceFee: 50_100 }));
    note(`${name} that costs more`, touching(step, { resourceFee: 50_101 }));
    note(`${name} with the highest fee`, touching(step, { fee: 50_000_000 }));
    note(`${name} that ends now`, touching(step, { condition: time(0, NOW) }));
    note(`${name} that begins in five seconds`, touching(step, { condition: time(NOW + 5, NOW + 60) }));
    note(`${name} with the highest sequence number`, touching(step, { sequence: 2n ** 63n - 1_000_001n }));
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
  note('another footprint', changed(deploy, buildDeploy(request(), { readOnly: [codeOf(1)] })));
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
  note('no signer', problemsOf('dispute', { signer: undefined, milestone: 1 }));
  note('no signer and no milestone', problemsOf('dispute', { signer: undefined, milestone: undefined }));
  note('no signer in a step that one may take', problemsOf('approve', { signer: undefined }));
  note(
    'no signer of an escrow that was not read',
    problemsOf('approve', { ...unread, signer: undefined, escrow: 'x' }),
  );
  note('no signer and no state', problemsOf('approve', { ...unread, signer: undefined }));
  note('an escrow that was not read', problemsOf('approve', { ...unread, escrow: 'x' }));
  note('nothing of what the ledger fills in', problemsOf('approve', unread));
  note(
    'a signer that is no account, and no milestone',
    problemsOf('dispute', { signer: ESCROW, milestone: undefined }),
  );
  note('another token', problemsOf('approve', { trustline: { address: OTHER_CONTRACT, decimals: 10_000_000 } }));
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
