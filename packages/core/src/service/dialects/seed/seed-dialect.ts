/** The dialect of the interface in docs/interface.md: deploys of multi-release escrows, sends, balances. */

import { formOf } from '../../../actions/registry.ts';
import type { DeployRequest } from '../../../escrow/index.ts';
import type { StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { WireRequest } from '../../http/http.ts';
import { replyError } from '../../http/read-reply.ts';
import type { Credentials, Dialect } from '../dialect.ts';
import { readBalances, readBuilt, sendOutcome } from '../shared/replies.ts';
import { bodyCall, escrowCall, getCall, keyHeader, listOf, progressOf } from '../shared/requests.ts';

const DEPLOY_PATH = '/deployer/multi-release';

const bearer = ({ accessToken = '' }: Pick<Credentials, 'accessToken'>) => ({ Authorization: `Bearer ${accessToken}` });

/** Paths, headers and bodies exactly as the interface (sections 4 and 5) shows them. */
export const seedDialect: Dialect = {
  credentials: ['accessToken', 'apiKey'],
  // The contract reads at most 20 escrows at once; the usual query parser turns a longer list into an object.
  maxAddresses: 20,
  requests: {
    deploy: deployCall,
    emptyDeploy: (credentials) => bodyCall('POST', DEPLOY_PATH, {}, bearer(credentials)),
    // Section 4.2.
    send(signedXdr, credentials) {
      const body = { signedXdr, returnEscrowDataIsRequired: true };
      return bodyCall('POST', '/helper/send-transaction', body, bearer(credentials));
    },
    // Section 4.3.
    balances(signer, addresses, credentials) {
      const query = [`signer=${encodeURIComponent(signer)}`, ...listOf('addresses', addresses)];
      return getCall('/escrow/single-release/get-multiple-escrow-balance', query, keyHeader(credentials));
    },
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
      request: (order, credentials) => escrowCall(formOf(order.act).service, order, bearer(credentials), updatedEscrow),
      read: (reply, { signer }) => readBuilt(reply, signer),
    },
  },
};

/** Section 4.1. Amounts, fee and memo are JSON numbers with the exact digits of the request. */
export function deployCall(request: DeployRequest, credentials: Pick<Credentials, 'accessToken'>): WireRequest {
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
  return bodyCall('POST', DEPLOY_PATH, body, bearer(credentials));
}

/** The service gets the multiplier from the token. */
function updatedEscrow(terms: StepTerms): object {
  return {
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
  };
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
