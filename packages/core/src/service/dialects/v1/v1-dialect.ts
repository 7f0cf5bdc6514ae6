/** v1, the live service of today: escrows of both releases, their funding, and what the service keeps of them. */
import * as z from 'zod';
import { formOf } from '../../../actions/registry.ts';
import type { Network } from '../../../escrow/network.ts';
import type { RowsQuery, ServiceRow } from '../../escrow-service.ts';
import { isSuccess } from '../../http/failure.ts';
import type { Reply } from '../../http/http.ts';
import { parseReply } from '../../http/parse-reply.ts';
import type { Dialect } from '../dialect.ts';
import { readBalances } from '../shared/read-balances.ts';
import { builtReplySchema, listReplySchema, success } from '../shared/reply-schemas.ts';
import { sendOutcome } from '../shared/send-outcome.ts';
import { deployBody } from './deploy-body.ts';
import { updatedEscrow } from './escrow-body.ts';
import { readRows } from './rows.ts';
import { isUnknownPath, v1Error } from './v1-error.ts';
import { balancesCall, deployCall, fundCall, reindexCall, rowsCall, sendCall, stepRequest } from './wire.ts';

/** v1 sometimes leaves `status` out, but a success never has a different one. */
const builtSchema = builtReplySchema.partial({ status: true });
const reindexedSchema = z.looseObject({ status: success.optional() }, { error: 'is not an object' });

/** @param network whose tokens have the code and issuer that v1 needs instead of a token's address */
export function v1Dialect(network: Network): Dialect {
  return {
    credentials: ['apiKey'],
    // The contract reads at most 20 escrows at once; the usual query parser turns a longer list into an object.
    maxAddresses: 20,
    requests: {
      deploy: (request, { apiKey }, asset) =>
        deployCall(request.kind ?? 'multi', deployBody(request, network, asset), apiKey),
      emptyDeploy: ({ apiKey }) => deployCall('multi', {}, apiKey),
      send: (signedXdr, { apiKey }) => sendCall(signedXdr, apiKey),
      balances: (_, addresses, { apiKey }) => balancesCall(addresses, apiKey),
    },
    replies: {
      deploy: (reply, { signer }) => readBuilt(reply, signer),
      send: (exchange) => sendOutcome(exchange, v1Error),
      balances: (reply, signer, addresses) => {
        if (isUnknownPath(reply)) throw v1Error(reply);
        return readBalances(reply, addresses, (each) => v1Error(each, signer));
      },
      error: v1Error,
      isUnknownPath,
    },
    fund: {
      request: (order, { apiKey }) => fundCall(order, apiKey),
      read: (reply, { signer }) => readBuilt(reply, signer),
    },
    steps: {
      builds: (act, release) => (formOf(act).service.onlyInV1 ?? release) === release,
      question: {
        request: (order, { apiKey }) =>
          stepRequest(order, apiKey, (terms, release) => updatedEscrow(terms, release, network)),
        read: (reply, { signer }) => readBuilt(reply, signer),
      },
    },
    reindex: {
      request: (hash, { apiKey }) => reindexCall(hash, apiKey),
      read: (reply) => {
        if (!isSuccess(reply)) throw v1Error(reply);
        parseReply(reply, reindexedSchema);
      },
    },
    rows: {
      request: (query, { apiKey }) => rowsCall(query, apiKey),
      read: rowsOf,
    },
  };
}

function readBuilt(reply: Reply, signer: string): { readonly unsignedTransaction: string } {
  if (!isSuccess(reply)) throw v1Error(reply, signer);
  const { unsignedTransaction } = parseReply(reply, builtSchema);
  return { unsignedTransaction };
}

function rowsOf(reply: Reply, query: RowsQuery): readonly ServiceRow[] {
  if (isSuccess(reply)) return readRows(parseReply(reply, listReplySchema));
  // If several were requested, it does not say which one is missing.
  const isOne = !('contractIds' in query) || query.contractIds.length === 1;
  if (isOne && reply.status === 404 && reply.body.kind === 'json' && !isUnknownPath(reply)) return [];
  throw v1Error(reply);
}
