/**
 * Transactions that were prepared elsewhere, where the operator allows them: only the deploy that can be verified in
 * full is sent. Altered deploys, each signed by the right key, go through the real desk to a server that counts.
 */
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { buildDeploy, NOW, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { at, integer, text } from '@countersign/testkit/mutation/deploy-subject';
import { CAP } from '@countersign/testkit/mutation/envelope-mutations';
import { repaired } from '@countersign/testkit/mutation/in-accord';
import { mutantsOf } from '@countersign/testkit/mutation/mutants';
import {
  type Bounds,
  callOf,
  permittedDifferences,
  type Reading,
  readByOracle,
} from '@countersign/testkit/mutation/oracle';
import { type Change, fieldOf, partsOf } from '@countersign/testkit/mutation/parts';
import { decodeTree, encodeTree, type Tree } from '@countersign/testkit/mutation/rust-codec';
import { NETWORK, POLICY, validDeploy } from '@countersign/testkit/mutation/valid-deploys';
import { ADDRESSES, accountUnder } from '@countersign/testkit/mutation/values';
import { counted, isWhole, sampled } from '@countersign/testkit/proof/share';
import { answer, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { expect, onTestFinished, test } from 'vitest';
import { readTransaction, transactionHash } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { type DeployRequest, fromBaseUnits, parseDeployRequest } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import { readDeploy } from '../../kinds/read-deploy.ts';
import { DEFAULT_FEE_STOP, deployRisk } from '../../risk/index.ts';
import type { DeskParts } from '../create-desk.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const PROOF = 'Prepared elsewhere, where that is allowed';
const deploy = validDeploy(1);

async function openDesk(changes: Partial<DeskParts['policy']> = {}) {
  const service = await startScriptedService(answer(200, { status: 'SUCCESS', message: 'ok' }));
  const now = () => NOW * 1_000;
  const store = openSqliteStore(undefined, 'sandbox', now);
  onTestFinished(() => store.close());
  const desk = createTestDesk({
    service: service.client({ now, requestsPerMinute: 100_000 }),
    store,
    network: NETWORK,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: true, readOnly: false, ...changes },
    now,
  });
  return { desk, service };
}

/** As the signer's wallet signs it; as it is where the SDK cannot read it, so that there is nothing to sign. */
function signed(base64: string): string {
  try {
    return sign(base64, [signerKey], (tx) => transactionHash(tx, NETWORK.passphrase));
  } catch {
    return base64;
  }
}

const refusalOf = (call: Promise<unknown>): Promise<CountersignError | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof CountersignError) return error;
      throw error;
    },
  );

/** The deploy with one thing changed, and with all that follows from it changed along. */
function altered(change: Change): string {
  const tree = structuredClone(deploy.tree);
  change(partsOf(tree, POLICY.now));
  const base64 = encodeTree(repaired(tree, deploy.tree, deploy.network.passphrase));
  if (base64 === undefined || base64 === deploy.base64) throw new Error('nothing was altered');
  return base64;
}

const milestone = (escrow: Parameters<Change>[0]['escrow']) => fieldOf(escrow, 'milestones').val.vec[0].map;
const flag = (escrow: Parameters<Change>[0]['escrow'], name: string) =>
  fieldOf(fieldOf(milestone(escrow), 'flags').val.map, name);
const time = (min: number, max: number) => ({ time: { min_time: String(min), max_time: String(max) } });

/** Each with what the refusal must name. */
const ALTERED: Readonly<Record<string, readonly [Change, string]>> = {
  'a milestone that is approved already': [
    ({ escrow }) => (flag(escrow, 'approved').val = { bool: true }),
    'milestones[0].flags.approved',
  ],
  'a milestone that is released already': [
    ({ escrow }) => (flag(escrow, 'released').val = { bool: true }),
    'milestones[0].flags.released',
  ],
  'a milestone that is in dispute already': [
    ({ escrow }) => (flag(escrow, 'disputed').val = { bool: true }),
    'milestones[0].flags.disputed',
  ],
  'evidence of work that was not done': [
    ({ escrow }) => (fieldOf(milestone(escrow), 'evidence').val = { string: 'done' }),
    'milestones[0].evidence',
  ],
  'a status of work that was not done': [
    ({ escrow }) => (fieldOf(milestone(escrow), 'status').val = { string: 'completed' }),
    'milestones[0].status',
  ],
  'a token without known decimals': [
    ({ escrow }) => (fieldOf(fieldOf(escrow, 'trustline').val.map, 'address').val = { address: ADDRESSES.contract }),
    ADDRESSES.contract,
  ],
  'the issuer of a token that is not known': [
    ({ escrow }) => (fieldOf(fieldOf(escrow, 'trustline').val.map, 'address').val = { address: ADDRESSES.account }),
    'trustline.address',
  ],
  'a platform fee above what the contract takes': [
    ({ escrow }) => (fieldOf(escrow, 'platform_fee').val = { u32: 10_000 }),
    'platformFee',
  ],
  'an amount of nothing': [
    ({ escrow }) => (fieldOf(milestone(escrow), 'amount').val = { i128: '0' }),
    'milestones[0].amount',
  ],
  'a negative amount': [
    ({ escrow }) => (fieldOf(milestone(escrow), 'amount').val = { i128: '-10000000' }),
    'milestones[0].amount',
  ],
  'a negative memo': [({ escrow }) => (fieldOf(escrow, 'receiver_memo').val = { i128: '-1' }), 'receiverMemo'],
  'a title that holds what cannot be seen': [
    ({ escrow }) => (fieldOf(escrow, 'title').val = { string: 'a\\xe2\\x80\\xaeb' }),
    'title',
  ],
  'an empty title': [({ escrow }) => (fieldOf(escrow, 'title').val = { string: '' }), 'title'],
  'a title longer than any request’s': [
    ({ escrow }) => (fieldOf(escrow, 'title').val = { string: 'x'.repeat(101) }),
    'title',
  ],
  'fifty-one milestones': [
    ({ escrow }) => {
      const { val } = fieldOf(escrow, 'milestones');
      val.vec = Array.from({ length: 51 }, () => val.vec[0]);
    },
    'milestones',
  ],
  'no milestones': [({ escrow }) => (fieldOf(escrow, 'milestones').val = { vec: [] }), 'milestones'],
  'an end in a year': [({ tx }) => (tx.cond = time(0, NOW + 31_536_000)), 'time bounds'],
  'no end': [({ tx }) => (tx.cond = time(0, 0)), 'time bounds'],
  'no time bounds': [({ tx }) => (tx.cond = 'none'), 'time bounds'],
  'a beginning in an hour': [({ tx }) => (tx.cond = time(NOW + 60, NOW + 300)), 'time bounds'],
  'a further signer that the network asks for': [
    ({ tx }) =>
      (tx.cond = {
        v2: {
          time_bounds: { min_time: '0', max_time: String(NOW + 100) },
          ledger_bounds: null,
          min_seq_num: null,
          min_seq_age: '0',
          min_seq_ledger_gap: 0,
          extra_signers: [ADDRESSES.account],
        },
      }),
    'preconditions',
  ],
  'a memo': [({ tx }) => (tx.memo = { text: 'hello' }), 'memo'],
  'a fee above the limit': [({ tx }) => (tx.fee = 50_000_001), 'network fee'],
  'a payment after it': [
    ({ tx }) =>
      tx.operations.push({
        source_account: null,
        body: { payment: { destination: ADDRESSES.account, asset: 'native', amount: '10000000' } },
      }),
    'operations',
  ],
  'an operation of another account': [
    ({ operation }) => (operation.source_account = ADDRESSES.account),
    'operation source',
  ],
  'another factory': [({ call }) => (call.contract_address = ADDRESSES.contract), 'factory contract'],
  'other code': [({ call }) => (call.args[1].bytes = '5a'.repeat(32)), 'contract code'],
  'a constructor argument': [
    ({ call }) => call.args[5].vec.push({ address: ADDRESSES.account }),
    'constructor arguments',
  ],
  'a payment that is authorised below the call': [
    ({ root, escrow, signer }) =>
      root.sub_invocations.push({
        function: {
          contract_fn: {
            contract_address: fieldOf(fieldOf(escrow, 'trustline').val.map, 'address').val.address,
            function_name: 'transfer',
            args: [{ address: signer }, { address: ADDRESSES.account }, { i128: '1000000000' }],
          },
        },
        sub_invocations: [],
      }),
    'authorisation.sub-invocations',
  ],
  'no authorisation': [({ invoke }) => (invoke.auth = []), 'authorisation'],
  'a stranger’s data written': [
    ({ resources }) =>
      resources.resources.footprint.read_write.push({
        contract_data: { contract: ADDRESSES.contract, key: 'ledger_key_contract_instance', durability: 'persistent' },
      }),
    'resources.writes',
  ],
  'an account’s data read': [
    ({ resources, signer }) => resources.resources.footprint.read_only.push({ account: { account_id: signer } }),
    'resources.reads',
  ],
};

const KINDS = Object.entries(ALTERED).flatMap(([what, [change, named]]) =>
  [false, true].map((allowPartly) => [what, allowPartly, change, named] as const),
);

test.each(KINDS)(
  '%s is not sent, and is named (partly verified allowed: %s)',
  async (_, allowPartly, change, named) => {
    const { desk, service } = await openDesk({ allowPartly });
    const base64 = altered(change);
    expect(isHonestDeploy(base64)).toBe(false);
    const error = await refusalOf(desk.submit({ signedXdr: signed(base64) }));
    expect(service.asked).toHaveLength(0);
    expect(error?.code).toBe('NOT_PREPARED_HERE');
    expect(JSON.stringify(error?.toView())).toContain(named);
  },
);

/** Whether a person would have to confirm it, which no one could do for one from elsewhere. */
function isStopped(base64: string): boolean {
  const { passphrase } = NETWORK;
  const call = readDeploy(readTransaction(base64, passphrase), passphrase);
  if ('unreadable' in call) return false;
  const { deployer: signer, contractId, escrow } = call;
  return (
    deployRisk({ signer, contractId, escrow }, {}, { network: NETWORK, feeStop: DEFAULT_FEE_STOP }).stops.length > 0
  );
}

test('sends exactly those mutants of valid deploys that are valid deploys and need no confirmation', async ({
  task,
}) => {
  const { desk, service } = await openDesk();
  const counts = { made: 0, sent: 0 };
  const wrong: string[] = [];
  for (const [valid, every] of [
    [deploy, 16],
    [validDeploy(4), 4],
  ] as const) {
    const mutants = [...mutantsOf(valid)].filter((_, index) => index % every === 0);
    const all = [{ what: 'unchanged', base64: valid.base64 }, ...mutants];
    counts.made += all.length;
    for (const { what, base64 } of sampled(all)) {
      const before = service.asked.length;
      const error = await refusalOf(desk.submit({ signedXdr: signed(base64) }));
      const wasSent = service.asked.length > before;
      if (wasSent) counts.sent++;
      const honest = isHonestDeploy(base64);
      if (wasSent && !honest) wrong.push(`sent: ${valid.name}: ${what}`);
      if (error?.code === 'NOT_PREPARED_HERE' && honest && !isStopped(base64))
        wrong.push(`refused: ${valid.name}: ${what}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(counts.made).toBeGreaterThan(600);
  if (isWhole) expect(counts.sent).toBeGreaterThan(10);
  task.meta.figures = {
    proof: PROOF,
    rows: {
      'kinds of altered deploys, all refused by what was altered': Object.keys(ALTERED).length,
      'mutants of valid deploys, signed by the right key': counts.made,
      'sent: the valid deploy of another request': counted(counts.sent),
      'wrongly sent': 0,
    },
  };
});

const SALT = new Uint8Array(32).fill(3);

/**
 * Whether it is an honest deploy of the request that it states itself: for transactions that no one asked for here. The
 * request is read from the reference codec's tree, and judged by the request's own rules; the rest by the oracle,
 * against the deploy that an honest service makes of that request.
 */
function isHonestDeploy(base64: string): boolean {
  const tree = Buffer.from(base64, 'base64').length > CAP ? undefined : decodeTree(base64);
  const request = tree === undefined ? undefined : statedRequest(tree);
  if (request === undefined) return false;
  const bounds: Bounds = { passphrase: NETWORK.passphrase, ...POLICY };
  const honest = honestReading(request, bounds);
  return permittedDifferences(honest, readByOracle(unsigned(tree), bounds)) !== undefined;
}

/** Most mutants state the same request. */
const readings = new Map<string, Reading>();

function honestReading(request: DeployRequest, bounds: Bounds): Reading {
  const key = JSON.stringify(request);
  const reading = readings.get(key) ?? readByOracle(decodeTree(buildDeploy(request, { salt: SALT })), bounds);
  if (reading === undefined) throw new Error('the oracle must take an honest deploy');
  readings.set(key, reading);
  return reading;
}

/** A wallet signs; what it signed is judged. */
function unsigned(tree: Tree): Tree {
  return { tx: { ...tree.tx, signatures: [] } };
}

/** Nothing where no request says this, or where no one but the transaction tells the token's decimals. */
function statedRequest(tree: Tree): DeployRequest | undefined {
  try {
    const { tx } = tree.tx;
    const escrow = callOf(tx).args[4].vec[0];
    const token = knownToken(NETWORK, at(at(escrow, 'trustline'), 'address').address);
    if (token === undefined) return undefined;
    const role = (name: string) => at(at(escrow, 'roles'), name).address;
    return parseDeployRequest(
      {
        signer: accountUnder(tx.source_account),
        engagementId: text(at(escrow, 'engagement_id')),
        title: text(at(escrow, 'title')),
        description: text(at(escrow, 'description')),
        roles: {
          approver: role('approver'),
          serviceProvider: role('service_provider'),
          platformAddress: role('platform'),
          releaseSigner: role('release_signer'),
          disputeResolver: role('dispute_resolver'),
          ...receiverIn(at(escrow, 'roles')),
        },
        platformFee: fromBaseUnits(integer(at(escrow, 'platform_fee')), 2),
        milestones: at(escrow, 'milestones').vec.map((milestone: Tree) => ({
          description: text(at(milestone, 'description')),
          amount: fromBaseUnits(integer(at(milestone, 'amount')), token.decimals),
          ...receiverIn(milestone),
        })),
        trustline: {
          address: at(at(escrow, 'trustline'), 'address').address,
          decimals: String(10 ** token.decimals),
        },
        receiverMemo: String(integer(at(escrow, 'receiver_memo'))),
      },
      NETWORK,
    );
  } catch {
    return undefined;
  }
}

/** A milestone names its receiver, and of a single release the roles do. */
function receiverIn(struct: Tree): { readonly receiver?: string } {
  const receiver = at(struct, 'receiver')?.address;
  return receiver === undefined ? {} : { receiver };
}
