/** A proxy before the honest service that lies about outcomes or builds wrong transactions, one request at a time. */
import { randomBytes } from 'node:crypto';
import { type DeployRequest, parseDeployRequest } from '@countersign/core/escrow';
import { rpcMethods } from '@countersign/sandbox-ledger/internal/rpc/methods';
import { buildDeploy, time } from '@countersign/testkit/fixtures/deploy-fixture';
import { type Answerer, initOf, type ReceivedRequest } from '@countersign/testkit/service/stand-in';
import { xdr } from '@stellar/stellar-sdk/base';
import { NETWORK, type World } from './world.ts';

export const DENIALS = ['bad sequence', 'failed', 'unauthorised', 'quotes the title', 'gateway', 'reset'] as const;
type Denial = (typeof DENIALS)[number];

export type SendLie =
  | { readonly kind: 'forwards and denies'; readonly denial: Denial }
  /** It is passed on when `release` is called. */
  | { readonly kind: 'denies and forwards later'; readonly denial: Denial }
  | { readonly kind: 'says success and sends nothing' }
  /** Repeats its answer to the previous send, and passes this one on or not. */
  | { readonly kind: 'says the success of another'; readonly isSent: boolean }
  /** Waits until the time bound has passed, and passes it on then. */
  | { readonly kind: 'is late' };

export type DeployLie =
  /** The salt is not the one of the terms: a service that is not ours. */
  | { readonly kind: 'its own salt' }
  /** The requested escrow, at the address of the one requested before. */
  | { readonly kind: 'the address before' }
  | { readonly kind: 'the answer before' }
  | { readonly kind: 'other terms'; readonly field: 'receiver' | 'title' | 'amount' }
  /** Behind or before the account's. */
  | { readonly kind: 'another sequence'; readonly offset: 1 | 5 | -1 }
  | { readonly kind: 'refuses' };

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';

export function createLyingService(world: World) {
  /** For the next request of each kind; anything else is answered honestly. */
  const next: { send?: SendLie | undefined; deploy?: DeployLie | undefined } = {};
  let held: ReceivedRequest[] = [];
  const before: { deploy?: string; salt?: Uint8Array; sent?: string } = {};
  const honest = (received: ReceivedRequest) => world.service.request(received.url, initOf(received));

  async function deploy(received: ReceivedRequest): Promise<Response | 'reset'> {
    const lie = next.deploy;
    next.deploy = undefined;
    const answered = lie === undefined ? await honest(received) : await lyingDeploy(received, lie);
    if (answered.status === 201) before.deploy = await answered.clone().text();
    return answered;
  }

  async function lyingDeploy(received: ReceivedRequest, lie: DeployLie): Promise<Response> {
    const request = parseDeployRequest(JSON.parse(received.body), NETWORK);
    const built = (what: DeployRequest, salt: Uint8Array, offset?: bigint) => {
      const unsignedTransaction = buildDeployOf(world, what, salt, offset);
      if (unsignedTransaction === undefined) return refusal('The network refused the deploy');
      before.salt = salt;
      return Response.json({ status: 'SUCCESS', unsignedTransaction }, { status: 201 });
    };
    switch (lie.kind) {
      case 'its own salt':
        return built(request, randomBytes(32));
      case 'the address before':
        return built(request, before.salt ?? randomBytes(32));
      case 'the answer before':
        return before.deploy === undefined ? await honest(received) : new Response(before.deploy, { status: 201 });
      case 'other terms':
        return built(otherTerms(request, lie.field), randomBytes(32));
      case 'another sequence':
        return built(request, randomBytes(32), BigInt(lie.offset));
      case 'refuses':
        return refusal('txFailed');
    }
  }

  async function send(received: ReceivedRequest): Promise<Response | 'reset'> {
    const lie = next.send;
    next.send = undefined;
    const pass = async () => {
      const answered = await honest(received);
      before.sent = await answered.clone().text();
      return answered;
    };
    switch (lie?.kind) {
      case undefined:
        return await pass();
      case 'forwards and denies':
        await pass();
        return DENIAL_REPLIES[lie.denial]();
      case 'denies and forwards later':
        held.push(received);
        return DENIAL_REPLIES[lie.denial]();
      case 'says success and sends nothing':
        return Response.json({ status: 'SUCCESS', message: 'The transaction is settled' });
      case 'says the success of another': {
        const text = before.sent ?? '{"status":"SUCCESS"}';
        if (lie.isSent) await pass();
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      }
      case 'is late':
        world.pass(200);
        return await pass();
    }
  }

  return {
    next,
    answer: ((received) => {
      if (received.url === DEPLOY) return deploy(received);
      return received.url === SEND ? send(received) : honest(received);
    }) satisfies Answerer,
    async release() {
      const due = held;
      held = [];
      for (const received of due) await honest(received);
    },
  };
}

function otherTerms(request: DeployRequest, field: 'receiver' | 'title' | 'amount'): DeployRequest {
  const { roles, milestones, title } = request;
  if (field === 'receiver') return { ...request, roles: { ...roles, receiver: NETWORK.tokens[0].issuer } };
  if (field === 'title') return { ...request, title: `${title}.` };
  return { ...request, milestones: milestones.map((milestone) => ({ ...milestone, amount: `1${milestone.amount}` })) };
}

const refusal = (message: string) => Response.json({ message, error: 'Bad Request', statusCode: 400 }, { status: 400 });

/** What it says, having passed the transaction on. */
const DENIAL_REPLIES: Readonly<Record<Denial, () => Response | 'reset'>> = {
  'bad sequence': () => refusal('tx_bad_seq'),
  failed: () => refusal('The transaction failed: tx_failed'),
  unauthorised: () =>
    Response.json({ statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }, { status: 401 }),
  'quotes the title': () =>
    Response.json({ status: 'FAILED', message: 'Website (tx_failed) could not be sent' }, { status: 500 }),
  gateway: () => new Response('Gateway Timeout', { status: 504 }),
  reset: () => 'reset',
};

/** @returns nothing where the network would refuse it */
export function buildDeployOf(world: World, request: DeployRequest, salt: Uint8Array, offset = 0n): string | undefined {
  const now = Math.floor(world.clock.now / 1_000);
  const sequence = world.sequenceOf(request.signer) + offset + 1n;
  const parts = { salt, sequence, condition: time(now - 10, now + 100) };
  const simulation = rpcMethods(world.ledger, () => '')['simulateTransaction']?.({
    transaction: buildDeploy(request, { ...parts, auth: [] }),
  }) as { readonly transactionData?: string; readonly minResourceFee: string };
  if (simulation.transactionData === undefined) return undefined;
  const data = xdr.SorobanTransactionData.fromXdr(simulation.transactionData, 'base64');
  const fee = 100 + Number(simulation.minResourceFee);
  return buildDeploy(request, { ...parts, fee, ext: xdr.TransactionExt.sorobanData(data) });
}
