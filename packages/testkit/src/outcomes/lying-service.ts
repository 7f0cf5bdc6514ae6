/** A proxy before the honest service that lies about outcomes or builds wrong transactions, one request at a time. */
import { randomBytes } from 'node:crypto';
import { type DeployRequest, parseDeployRequest } from '@countersign/core/escrow';
import { deployInvocation, liveMulti } from '@countersign/core/kinds';
import { Account, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { type Api, assembleTransaction } from '@stellar/stellar-sdk/rpc';
import { storedEscrow } from '../fixtures/deploy-fixture.ts';
import { type Answerer, requestOf, type ScheduledCall } from './door.ts';
import { NETWORK, type World } from './world.ts';

/** What it says, having passed the transaction on. */
export const DENIALS = ['bad sequence', 'failed', 'unauthorised', 'quotes the title', 'gateway', 'reset'] as const;
type Denial = (typeof DENIALS)[number];

export type SendLie =
  | { readonly kind: 'forwards and denies'; readonly denial: Denial }
  /** It is passed on when `release` is called. */
  | { readonly kind: 'denies and forwards later'; readonly denial: Denial }
  | { readonly kind: 'says success and sends nothing' }
  /** Says what it said to the send before, and passes this one on or not. */
  | { readonly kind: 'says the success of another'; readonly isSent: boolean }
  /** Waits until the time bound has passed, and passes it on then. */
  | { readonly kind: 'is late' };

export type DeployLie =
  /** The salt is not the one of the terms: a service that is not ours. */
  | { readonly kind: 'its own salt' }
  /** The escrow that was asked for, at the address of the one that was asked for before. */
  | { readonly kind: 'the address before' }
  /** What it answered before, word for word. */
  | { readonly kind: 'the answer before' }
  /** Another receiver, title or amount than was asked for. */
  | { readonly kind: 'other terms'; readonly field: 'receiver' | 'title' | 'amount' }
  /** Behind or before the account's. */
  | { readonly kind: 'another sequence'; readonly offset: 1 | 5 | -1 }
  | { readonly kind: 'refuses' };

export type LyingService = {
  /** For the next request of each kind; what is not among them is answered honestly. */
  readonly next: { send?: SendLie | undefined; deploy?: DeployLie | undefined };
  readonly answer: Answerer;
  /** Passes on what it held back. */
  release(): Promise<void>;
};

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';

export function createLyingService(world: World): LyingService {
  const next: LyingService['next'] = {};
  let held: ScheduledCall[] = [];
  const before: { deploy?: string; salt?: Uint8Array; sent?: string } = {};
  const honest = (asked: ScheduledCall) => world.service.request(asked.path, requestOf(asked));

  async function deploy(asked: ScheduledCall): Promise<Response | 'reset'> {
    const lie = next.deploy;
    next.deploy = undefined;
    const answered = lie === undefined ? await honest(asked) : await lyingDeploy(asked, lie);
    if (answered.status === 201) before.deploy = await answered.clone().text();
    return answered;
  }

  async function lyingDeploy(asked: ScheduledCall, lie: DeployLie): Promise<Response> {
    const request = parseDeployRequest(JSON.parse(asked.body), NETWORK);
    const built = async (what: DeployRequest, salt: Uint8Array, offset?: bigint) => {
      const unsignedTransaction = await buildDeployOf(world, what, salt, offset);
      if (unsignedTransaction === undefined) return refusal('The network refused the deploy');
      before.salt = salt;
      return Response.json({ status: 'SUCCESS', unsignedTransaction }, { status: 201 });
    };
    switch (lie.kind) {
      case 'its own salt':
        return await built(request, randomBytes(32));
      case 'the address before':
        return await built(request, before.salt ?? randomBytes(32));
      case 'the answer before':
        return before.deploy === undefined ? await honest(asked) : new Response(before.deploy, { status: 201 });
      case 'other terms':
        return await built(otherTerms(request, lie.field), randomBytes(32));
      case 'another sequence':
        return await built(request, randomBytes(32), BigInt(lie.offset));
      case 'refuses':
        return refusal('txFailed');
    }
  }

  async function send(asked: ScheduledCall): Promise<Response | 'reset'> {
    const lie = next.send;
    next.send = undefined;
    const pass = async () => {
      const answered = await honest(asked);
      before.sent = await answered.clone().text();
      return answered;
    };
    switch (lie?.kind) {
      case undefined:
        return await pass();
      case 'forwards and denies':
        await pass();
        return denial(lie.denial);
      case 'denies and forwards later':
        held.push(asked);
        return denial(lie.denial);
      case 'says success and sends nothing':
        return Response.json({ status: 'SUCCESS', message: 'The transaction is settled' });
      case 'says the success of another': {
        const said = before.sent ?? '{"status":"SUCCESS"}';
        if (lie.isSent) await pass();
        return new Response(said, { headers: { 'content-type': 'application/json' } });
      }
      case 'is late':
        world.pass(200);
        return await pass();
    }
  }

  return {
    next,
    answer: (asked) => {
      if (asked.path === DEPLOY) return deploy(asked);
      return asked.path === SEND ? send(asked) : honest(asked);
    },
    async release() {
      const due = held;
      held = [];
      for (const asked of due) await honest(asked);
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

function denial(kind: Denial): Response | 'reset' {
  switch (kind) {
    case 'bad sequence':
      return refusal('tx_bad_seq');
    case 'failed':
      return refusal('The transaction failed: tx_failed');
    case 'unauthorised':
      return Response.json({ statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }, { status: 401 });
    case 'quotes the title':
      return Response.json({ status: 'FAILED', message: 'Website (tx_failed) could not be sent' }, { status: 500 });
    case 'gateway':
      return new Response('Gateway Timeout', { status: 504 });
    case 'reset':
      return 'reset';
  }
}

const LIFE_SECONDS = 100;

/** @returns nothing where the network would refuse it */
export async function buildDeployOf(
  world: World,
  request: DeployRequest,
  salt: Uint8Array,
  offset = 0n,
): Promise<string | undefined> {
  const { signer } = request;
  const invocation = deployInvocation(liveMulti, {
    factory: NETWORK.factory,
    deployer: signer,
    wasmHash: Buffer.from(NETWORK.wasmHash, 'hex'),
    salt,
    escrow: liveMulti.encode(storedEscrow(request)),
  });
  const now = Math.floor(world.clock.now / 1_000);
  const source = new Account(signer, (world.sequenceOf(signer) + offset).toString());
  const transaction = new TransactionBuilder(source, {
    fee: '100',
    networkPassphrase: NETWORK.passphrase,
    timebounds: { minTime: now - 10, maxTime: now + LIFE_SECONDS },
  })
    .addOperation(
      Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(invocation), auth: [] }),
    )
    .build();
  const simulation = await simulate(world, transaction.toXdr());
  return 'error' in simulation ? undefined : assembleTransaction(transaction, simulation).build().toXdr();
}

async function simulate(world: World, transaction: string): Promise<Api.RawSimulateTransactionResponse> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'simulateTransaction', params: { transaction } });
  const headers = { host: '127.0.0.1', 'content-type': 'application/json' };
  const reply = await world.rpc.request('/rpc', { method: 'POST', headers, body });
  const { result } = (await reply.json()) as { readonly result: Api.RawSimulateTransactionResponse };
  return { ...result, id: '1' };
}
