/** Answers to a deploy that have the right status and are wrong. */
import { transactionHash } from '@countersign/core/envelope';
import type { DeployRequest } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { Keypair, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import {
  account,
  buildDeploy,
  type DeployParts,
  otherKey,
  sandbox,
  sign,
  signerKey,
  time,
} from '../fixtures/deploy-fixture.ts';
import { bytes, head, reply } from '../service/misbehaving-service.ts';
import { HOSTILE, type Kind, type Scene } from './kind.ts';

const SALT = new Uint8Array(32).fill(9);

/** What an honest service would prepare, but for the changes. */
export function deployFor(
  { request, now }: Pick<Scene, 'request' | 'now'>,
  changes: Partial<DeployParts> = {},
): string {
  const salt = changes.salt ?? SALT;
  return buildDeploy(request, { salt, condition: time(0, now + 100), ...changes });
}

const answering = (unsignedTransaction: unknown) => ({
  act: reply(201, { status: 'SUCCESS', unsignedTransaction, message: HOSTILE }),
});

const mismatch = (kind: string, transaction: (scene: Scene) => unknown, ...differs: string[]): Kind => ({
  kind,
  expect: { deploy: 'TRANSACTION_MISMATCH' },
  fault: (scene) => answering(transaction(scene)),
  differs: differs.length === 0 ? ['envelope'] : differs,
});

/** A deploy of another request: the one asked for, but for these fields. */
const asked = (scene: Scene, changes: Partial<DeployRequest>) =>
  deployFor({ ...scene, request: { ...scene.request, ...changes } });
const changed = (kind: string, differs: string, changes: (request: DeployRequest) => Partial<DeployRequest>): Kind =>
  mismatch(kind, (scene) => asked(scene, changes(scene.request)), differs);

const other = otherKey.publicKey();
const first = (request: DeployRequest, changes: Partial<DeployRequest['milestones'][number]>) => ({
  milestones: request.milestones.map((milestone, index) => (index === 0 ? { ...milestone, ...changes } : milestone)),
});
const signed = (envelope: string) => sign(envelope, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));

function feeBump(scene: Scene): string {
  const inner = TransactionBuilder.fromXDR(signed(deployFor(scene)), sandbox.passphrase);
  if ('innerTransaction' in inner) throw new TypeError('not a fee bump yet');
  return TransactionBuilder.buildFeeBumpTransaction(
    Keypair.fromPublicKey(other),
    '60000',
    inner,
    sandbox.passphrase,
  ).toXDR();
}

const transactions: readonly Kind[] = [
  mismatch('prepares what is no transaction', () => HOSTILE),
  mismatch('prepares a text of zeros', () => 'AAAA'),
  mismatch('prepares a transaction of a megabyte', () => 'A'.repeat(1_000_000)),
  mismatch('prepares bytes behind the transaction', (scene) =>
    Buffer.concat([Buffer.from(deployFor(scene), 'base64'), new Uint8Array(4)]).toString('base64'),
  ),
  mismatch('prepares half a transaction', (scene) => deployFor(scene).slice(0, 400)),
  mismatch('answers with the transaction of an earlier request', ({ earlierXdr }) => earlierXdr, 'engagementId'),
  mismatch(
    'prepares another escrow',
    (scene) => asked(scene, { title: HOSTILE, engagementId: 'another' }),
    'engagementId',
    'title',
  ),
  mismatch('prepares it for another signer', (scene) => asked(scene, { signer: other }), 'source account', 'deployer'),
  mismatch('has another account pay', (scene) => deployFor(scene, { source: account(other) }), 'source account'),
  mismatch(
    'has another account act',
    (scene) => deployFor(scene, { operationSource: account(other) }),
    'operation source',
  ),
  mismatch('lets another account be the deployer', (scene) => deployFor(scene, { deployer: other }), 'deployer'),
  mismatch(
    'prepares one that is over',
    (scene) => deployFor(scene, { condition: time(0, scene.now - 1) }),
    'time bounds',
  ),
  mismatch(
    'prepares one that is as good as over',
    (scene) => deployFor(scene, { condition: time(0, scene.now + 19) }),
    'time bounds',
  ),
  mismatch(
    'prepares one that has not begun',
    (scene) => deployFor(scene, { condition: time(scene.now + 60, scene.now + 200) }),
    'time bounds',
  ),
  mismatch(
    'prepares one that lives too long',
    (scene) => deployFor(scene, { condition: time(0, scene.now + 601) }),
    'time bounds',
  ),
  mismatch('prepares one that lives for ever', (scene) => deployFor(scene, { condition: time(0, 0) }), 'time bounds'),
  mismatch(
    'prepares one without time bounds',
    (scene) => deployFor(scene, { condition: xdr.Preconditions.precondNone() }),
    'time bounds',
  ),
  mismatch('has signed it already', (scene) => signed(deployFor(scene)), 'signatures'),
  mismatch('has bumped its fee', feeBump),
  mismatch('takes a high fee', (scene) => deployFor(scene, { fee: 50_000_001 }), 'network fee'),
  mismatch('adds a memo', (scene) => deployFor(scene, { memo: xdr.Memo.memoText('x') }), 'memo'),
  mismatch('adds a payment', (scene) => deployFor(scene, { operations: [payment(), payment()] }), 'operations'),
  mismatch('pays instead', (scene) => deployFor(scene, { operations: [payment()] }), 'operation'),
  mismatch(
    'calls another factory',
    (scene) => deployFor(scene, { factory: sandbox.tokens[0]?.address as string }),
    'factory contract',
  ),
  mismatch(
    'deploys other code',
    (scene) => deployFor(scene, { wasmHash: new Uint8Array(32).fill(1) }),
    'contract code',
  ),
  mismatch('leaves out the authorisation', (scene) => deployFor(scene, { auth: [] }), 'authorisation'),
];

const fields: readonly Kind[] = [
  changed('swaps the receiver', 'milestones[0].receiver', ({ roles }) => ({
    roles: { ...roles, receiver: sandbox.factory as string },
  })),
  changed('swaps the dispute resolver', 'roles.disputeResolver', ({ roles, signer }) => ({
    roles: { ...roles, disputeResolver: signer },
  })),
  changed('raises an amount', 'milestones[0].amount', (request) => first(request, { amount: '10.5000001' })),
  changed('rewrites a milestone', 'milestones[0].description', (request) =>
    first(request, { description: 'Desig\u0578' }),
  ),
  changed('drops a milestone', 'number of milestones', ({ milestones }) => ({ milestones: milestones.slice(0, 2) })),
  changed('takes another token', 'trustline.address', ({ trustline }) => ({
    trustline: { ...trustline, address: NETWORKS.testnet.tokens[0].address },
  })),
  changed('counts in another unit', 'milestones[0].amount', ({ trustline }) => ({
    trustline: { ...trustline, decimals: 100_000_000 },
  })),
  changed('raises the platform’s fee', 'platformFee', () => ({ platformFee: '1.51' })),
  changed('adds a receiver memo', 'receiverMemo', () => ({ receiverMemo: '7' })),
];

const shape = (
  kind: string,
  body: unknown,
  expect: 'SERVICE_REPLY_UNREADABLE' | 'TRANSACTION_MISMATCH' = 'SERVICE_REPLY_UNREADABLE',
): Kind => ({
  kind,
  expect: { deploy: expect },
  fault: () => ({ act: reply(201, body) }),
});

const shapes: readonly Kind[] = [
  shape('answers a deploy with null', 'null'),
  shape('answers a deploy with a list', [{ status: 'SUCCESS' }]),
  shape('answers a deploy with a text', JSON.stringify(HOSTILE)),
  shape('answers a deploy with another status', { status: HOSTILE, unsignedTransaction: 'AAAA' }),
  shape('answers a deploy with its status in a list', { status: ['SUCCESS'], unsignedTransaction: 'AAAA' }),
  shape('leaves out the transaction', { status: 'SUCCESS', message: HOSTILE }),
  shape('leaves the transaction empty', { status: 'SUCCESS', unsignedTransaction: '' }),
  shape('gives null for the transaction', { status: 'SUCCESS', unsignedTransaction: null }),
  shape('gives an object for the transaction', {
    status: 'SUCCESS',
    unsignedTransaction: { xdr: 'AAAA', toString: HOSTILE },
  }),
  shape('gives a number for the transaction', { status: 'SUCCESS', unsignedTransaction: 1e99 }),
  shape('hides the answer in a prototype', '{"__proto__":{"status":"SUCCESS","unsignedTransaction":"AAAA"}}'),
  shape(
    'names a field twice, the last a lie',
    '{"status":"SUCCESS","unsignedTransaction":"AAAA","unsignedTransaction":"BBBB"}',
    'TRANSACTION_MISMATCH',
  ),
];

/** Unusual but complete answers, which are accepted. */
const tolerated = (kind: string, act: (transaction: string) => ReturnType<typeof reply>): Kind => ({
  kind,
  expect: { deploy: 'prepared' },
  fault: (scene) => ({ act: act(deployFor(scene)) }),
});
const json = (unsignedTransaction: string, more: object = {}) =>
  JSON.stringify({ status: 'SUCCESS', unsignedTransaction, ...more });

const odd: readonly Kind[] = [
  tolerated('calls its JSON plain text', (tx) => reply(201, json(tx), { 'content-type': 'text/plain' })),
  tolerated('says no content type', (tx) => bytes(head(201, { 'content-type': '' }).concat(json(tx)))),
  tolerated('starts with a byte order mark', (tx) => reply(201, `\ufeff${json(tx)}`)),
  tolerated('speaks UTF-16 and says so', (tx) =>
    reply(201, Buffer.from(json(tx), 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
  ),
  tolerated('answers with another success (200)', (tx) => reply(200, json(tx))),
  tolerated('sends fields that nobody asked for', (tx) =>
    reply(201, json(tx, { contractId: HOSTILE, admin: true, constructor: { prototype: 1 } })),
  ),
  tolerated('sends a __proto__ beside the answer', (tx) =>
    reply(201, json(tx).replace('{', '{"__proto__":{"status":"FAILED","unsignedTransaction":"AAAA"},')),
  ),
  tolerated('folds the transaction into lines', (tx) => reply(201, json(tx.replace(/.{76}/g, '$&\r\n')))),
  tolerated('sends early hints first', (tx) => bytes(`HTTP/1.1 103 Early Hints\r\n\r\n${head(201)}${json(tx)}`)),
  tolerated('answers twice', (tx) =>
    bytes(
      `${head(201, { 'content-length': String(json(tx).length) })}${json(tx)}${head(201, { 'content-length': '2' })}{}`,
    ),
  ),
];

function payment(): xdr.Operation {
  return new xdr.Operation({ sourceAccount: null, body: xdr.OperationBody.inflation() });
}

export const DEPLOY_KINDS: readonly Kind[] = [...transactions, ...fields, ...shapes, ...odd];
