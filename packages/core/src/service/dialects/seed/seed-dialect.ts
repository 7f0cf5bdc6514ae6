/** The dialect of the interface in docs/interface.md: deploys of multi-release escrows, sends, balances. */

import type { DeployRequest } from '../../../escrow/index.ts';
import type { StepOrder, StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { Reply, WireRequest } from '../../http/http.ts';
import { isSuccess, parseReply, replyError } from '../../http/read-reply.ts';
import type { Dialect } from '../dialect.ts';
import { builtReplySchema, readBalances, sendOutcome } from '../shared/replies.ts';
import { progressOf, stepCall } from '../shared/step-call.ts';

export const seedDialect: Dialect = {
  credentials: ['accessToken', 'apiKey'],
  // The contract reads at most 20 escrows at once; the usual query parser turns a longer list into an object.
  maxAddresses: 20,
  requests: {
    deploy: (request, { accessToken = '' }) => deployCall(request, accessToken),
    emptyDeploy: ({ accessToken = '' }) => emptyDeployCall(accessToken),
    send: (signedXdr, { accessToken = '' }) => sendCall(signedXdr, accessToken),
    balances: (signer, addresses, { apiKey }) => balancesCall(signer, addresses, apiKey),
  },
  replies: {
    deploy: (reply, { signer }) => readBuilt(reply, signer),
    send: (exchange) => sendOutcome(exchange),
    balances: (reply, signer, addresses) => readBalances(reply, addresses, (each) => replyError(each, signer)),
    error: replyError,
    isUnknownPath: (reply) => reply.status === 404 && /^cannot (?:get|post|put)/i.test(replyError(reply).detail ?? ''),
  },
};

/** The dialect of our own sandbox service: also has the later steps, which the interface does not show. */
export const sandboxDialect: Dialect = {
  ...seedDialect,
  steps: {
    builds: () => true,
    question: {
      request: (order, { accessToken = '' }) => stepRequest(order, accessToken),
      read: (reply, { signer }) => readBuilt(reply, signer),
    },
  },
};

function readBuilt(reply: Reply, signer: string): { readonly unsignedTransaction: string } {
  if (!isSuccess(reply)) throw replyError(reply, signer);
  const { unsignedTransaction } = parseReply(reply, builtReplySchema);
  return { unsignedTransaction };
}

// The requests: paths, headers and bodies exactly as the interface (sections 4 and 5) shows them.
const DEPLOY_PATH = '/deployer/multi-release';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Section 4.1. Amounts, fee and memo are JSON numbers with the exact digits of the request. */
export function deployCall(request: DeployRequest, accessToken: string): WireRequest {
  const { signer, milestones, trustline, kind } = request;
  const body = {
    signer,
    // As with a milestone’s receiver.
    ...(kind === undefined ? {} : { kind }),
    ...textsAndRoles(request),
    milestones: milestones.map(({ description, amount, receiver }) => ({
      description,
      amount: exactNumber(amount),
      // Only our own service takes it; parsing refuses it for others.
      ...(receiver === undefined ? {} : { receiver }),
    })),
    trustline: { address: trustline.address, decimals: trustline.decimals },
    ...memoOf(request),
  };
  return post(DEPLOY_PATH, body, accessToken);
}

/** Only for the probe: the service refuses it, and prepares nothing. */
function emptyDeployCall(accessToken: string): WireRequest {
  return post(DEPLOY_PATH, {}, accessToken);
}

/** Section 4.2. */
function sendCall(signedXdr: string, accessToken: string): WireRequest {
  return post('/helper/send-transaction', { signedXdr, returnEscrowDataIsRequired: true }, accessToken);
}

/** Section 4.3. `addresses[]=` also for one address: a bare `addresses=` is not read as a list everywhere. */
function balancesCall(signer: string, addresses: readonly string[], apiKey: string): WireRequest {
  const query = [
    `signer=${encodeURIComponent(signer)}`,
    ...addresses.map((address) => `addresses[]=${encodeURIComponent(address)}`),
  ].join('&');
  return {
    method: 'GET',
    path: `/escrow/single-release/get-multiple-escrow-balance?${query}`,
    headers: { ...JSON_TYPE, 'x-api-key': apiKey },
  };
}

/** The later steps, which docs/interface.md does not show; the service gets the multiplier from the token. */
function stepRequest(order: StepOrder, accessToken: string): WireRequest {
  const { method, path, body } = stepCall(order, (terms) => ({
    ...textsAndRoles(terms),
    ...(terms.amount === undefined ? {} : { amount: exactNumber(terms.amount) }),
    milestones: terms.milestones.map((milestone) => ({
      description: milestone.description,
      ...(milestone.amount === undefined ? {} : { amount: exactNumber(milestone.amount) }),
      ...(milestone.receiver === undefined ? {} : { receiver: milestone.receiver }),
      ...progressOf(milestone),
    })),
    trustline: { address: terms.token },
    ...memoOf(terms),
  }));
  return { ...post(path, body, accessToken), method };
}

function textsAndRoles({ roles, ...terms }: DeployRequest | StepTerms): object {
  return {
    engagementId: terms.engagementId,
    title: terms.title,
    description: terms.description,
    roles: {
      approver: roles.approver,
      serviceProvider: roles.serviceProvider,
      platformAddress: roles.platformAddress,
      release: roles.releaseSigner,
      disputeResolver: roles.disputeResolver,
      receiver: roles.receiver,
    },
    platformFee: exactNumber(terms.platformFee),
  };
}

function memoOf({ receiverMemo }: DeployRequest | StepTerms): object {
  return receiverMemo === undefined ? {} : { receiverMemo: exactNumber(receiverMemo) };
}

function post(path: string, body: object, accessToken: string): WireRequest {
  return {
    method: 'POST',
    path,
    headers: { ...JSON_TYPE, Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  };
}
