/** The dialect of the interface in docs/interface.md: deploys of multi-release escrows, sends, balances. */
import { isSuccess, replyError } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';
import { parseReply } from '../../http/parse-reply.ts';
import type { Dialect } from '../dialect.ts';
import { readBalances } from '../shared/read-balances.ts';
import { builtReplySchema } from '../shared/reply-schemas.ts';
import { sendOutcome } from '../shared/send-outcome.ts';
import { balancesCall, deployCall, emptyDeployCall, sendCall, stepRequest } from './wire.ts';

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
