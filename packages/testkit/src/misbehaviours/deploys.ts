/** Answers to a deploy that have the right status and are wrong. */
import type { DeployRequest } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { Keypair, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import {
  account,
  buildDeploy,
  type DeployParts,
  otherKey,
  sandbox,
  signerKey,
  time,
} from '../fixtures/deploy-fixture.ts';
import { signWith } from '../ledger/newcomer.ts';
import { bytes, head, reply } from '../service/misbehaving-service.ts';
import shapes from './deploys.json' with { type: 'json' };
import { HOSTILE, type Kind, kindsOf, type MisbehaviourContext } from './kind.ts';

const SALT = new Uint8Array(32).fill(9);

/** What an honest service would prepare, but for the changes. */
export function deployFor(
  { request, now }: Pick<MisbehaviourContext, 'request' | 'now'>,
  changes: Partial<DeployParts> = {},
): string {
  const salt = changes.salt ?? SALT;
  return buildDeploy(request, { salt, condition: time(0, now + 100), ...changes });
}

const answering = (unsignedTransaction: unknown) => ({
  act: reply(201, { status: 'SUCCESS', unsignedTransaction, message: HOSTILE }),
});

const mismatch = (kind: string, transaction: (scene: MisbehaviourContext) => unknown, ...differs: string[]): Kind => ({
  kind,
  expect: { deploy: 'TRANSACTION_MISMATCH' },
  fault: (scene) => answering(transaction(scene)),
  differs: differs.length === 0 ? ['envelope'] : differs,
});

/** A deploy of another request: the one asked for, but for these fields. */
const asked = (scene: MisbehaviourContext, changes: Partial<DeployRequest>) =>
  deployFor({ ...scene, request: { ...scene.request, ...changes } });
const changed = (kind: string, differs: string, changes: (request: DeployRequest) => Partial<DeployRequest>): Kind =>
  mismatch(kind, (scene) => asked(scene, changes(scene.request)), differs);

const other = otherKey.publicKey();
const first = (request: DeployRequest, changes: Partial<DeployRequest['milestones'][number]>) => ({
  milestones: request.milestones.map((milestone, index) => (index === 0 ? { ...milestone, ...changes } : milestone)),
});

function feeBump(scene: MisbehaviourContext): string {
  const inner = TransactionBuilder.fromXDR(signWith(signerKey, deployFor(scene)), sandbox.passphrase);
  if ('innerTransaction' in inner) throw new TypeError('not a fee bump yet');
  return TransactionBuilder.buildFeeBumpTransaction(
    Keypair.fromPublicKey(other),
    '60000',
    inner,
    sandbox.passphrase,
  ).toXDR();
}

/** The requested deploy, but for these parts of its transaction. */
const built = (kind: string, differs: string, parts: (now: number) => Partial<DeployParts>): Kind =>
  mismatch(kind, (scene) => deployFor(scene, parts(scene.now)), differs);

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
  built('has another account pay', 'source account', () => ({ source: account(other) })),
  built('has another account act', 'operation source', () => ({ operationSource: account(other) })),
  built('lets another account be the deployer', 'deployer', () => ({ deployer: other })),
  built('prepares one that is over', 'time bounds', (now) => ({ condition: time(0, now - 1) })),
  built('prepares one that is as good as over', 'time bounds', (now) => ({ condition: time(0, now + 19) })),
  built('prepares one that has not begun', 'time bounds', (now) => ({ condition: time(now + 60, now + 200) })),
  built('prepares one that lives too long', 'time bounds', (now) => ({ condition: time(0, now + 601) })),
  built('prepares one that lives for ever', 'time bounds', () => ({ condition: time(0, 0) })),
  built('prepares one without time bounds', 'time bounds', () => ({ condition: xdr.Preconditions.precondNone() })),
  mismatch('has signed it already', (scene) => signWith(signerKey, deployFor(scene)), 'signatures'),
  mismatch('has bumped its fee', feeBump),
  built('takes a high fee', 'network fee', () => ({ fee: 50_000_001 })),
  built('adds a memo', 'memo', () => ({ memo: xdr.Memo.memoText('x') })),
  built('adds a payment', 'operations', () => ({ operations: [payment(), payment()] })),
  built('pays instead', 'operation', () => ({ operations: [payment()] })),
  built('calls another factory', 'factory contract', () => ({ factory: sandbox.tokens[0]?.address as string })),
  built('deploys other code', 'contract code', () => ({ wasmHash: new Uint8Array(32).fill(1) })),
  built('leaves out the authorisation', 'authorisation', () => ({ auth: [] })),
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
  tolerated('sends fields that were not requested', (tx) =>
    reply(201, json(tx, { contractId: HOSTILE, admin: true, constructor: { prototype: 1 } })),
  ),
  tolerated('sends a __proto__ next to the answer', (tx) =>
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

export const DEPLOY_KINDS: readonly Kind[] = [...transactions, ...fields, ...kindsOf(shapes, 201), ...odd];
