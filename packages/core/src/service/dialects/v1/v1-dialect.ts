/** v1, the live service of today: escrows of both releases, their funding, and what the service keeps of them. */
import * as z from 'zod';
import { FUND_SERVICE } from '../../../actions/fund/call.ts';
import { formOf } from '../../../actions/registry.ts';
import { CountersignError, type FieldProblem, fieldProblem } from '../../../errors/errors.ts';
import { type DeployRequest, decodeStrKey, fromBaseUnits, receiverOf, toBaseUnits } from '../../../escrow/index.ts';
import { type Asset, assetOf, knownToken, type Network, type Release } from '../../../escrow/network.ts';
import { ROLE_NAMES } from '../../../escrow/steps.ts';
import { isObject } from '../../../text/fields.ts';
import type { RowsQuery, ServiceRow, StepTerms } from '../../escrow-service.ts';
import { exactNumber } from '../../http/exact-json.ts';
import type { Reply } from '../../http/http.ts';
import { isSuccess, parseReply, replyError } from '../../http/read-reply.ts';
import type { Dialect } from '../dialect.ts';
import { builtReplySchema, listReplySchema, readBalances, readBuilt, sendOutcome, success } from '../shared/replies.ts';
import { bodyCall, escrowCall, getCall, keyHeader, listOf, progressOf } from '../shared/requests.ts';

/** @throws CountersignError INPUT_INVALID that names what v1 does not support */
function updatedEscrow(terms: StepTerms, release: Release, network: Network): object {
  const asset = assetOf(network, terms.token) ?? terms.asset;
  const problems = [...memoProblem(terms.receiverMemo), ...assetProblem(asset, terms.token, network)];
  if (asset === undefined || problems.length > 0) throw new CountersignError('INPUT_INVALID', { fields: problems });
  return escrowBody(terms, release, asset);
}

/** Without a milestone's initial progress, which a deploy must not contain: v1 refuses unknown fields. */
function escrowBody(terms: Omit<StepTerms, 'token'>, release: Release, asset: Asset): object {
  // In the order of v1's own documents.
  const { receiver, ...roles } = Object.fromEntries(ROLE_NAMES.map((name) => [name, terms.roles[name]]));
  const { engagementId, title, description, milestones } = terms;
  const platformFee = exactNumber(terms.platformFee);
  // In v1 `address` is the issuer. It accepts a contract there too, but then cannot fund the escrow.
  const trustline = { address: asset.issuer, symbol: asset.code };
  return release === 'single'
    ? {
        ...{ engagementId, title, description, amount: number(terms.amount), platformFee },
        roles: { ...roles, receiver },
        milestones: milestones.map(({ flags, ...milestone }) => ({
          description: milestone.description,
          ...progressOf({ ...milestone, flags: {} }),
          ...(flags.approved === true ? { approved: true } : {}),
        })),
        trustline,
      }
    : {
        ...{ engagementId, title, description, platformFee, roles },
        milestones: milestones.map((milestone) => ({
          description: milestone.description,
          amount: number(milestone.amount),
          receiver: milestone.receiver,
          ...progressOf(milestone),
        })),
        trustline,
      };
}

const number = (decimal: string | undefined): unknown => (decimal === undefined ? undefined : exactNumber(decimal));

function memoProblem(receiverMemo = '0'): FieldProblem[] {
  return receiverMemo === '0' ? [] : [fieldProblem('receiverMemo', 'MEMO_NOT_TAKEN')];
}

/** @param asset of the token, if it is known */
function assetProblem(asset: Asset | undefined, address: string, network: Network): FieldProblem[] {
  if (asset !== undefined) return [];
  const token = knownToken(network, address);
  if (token !== undefined) return [fieldProblem('trustline.address', 'UNNAMED_ASSET', { code: token.code })];
  const isContract = decodeStrKey(address)?.kind === 'contract';
  return [fieldProblem('trustline.address', isContract ? 'UNKNOWN_ASSET_CONTRACT' : 'UNKNOWN_ASSET_ISSUER')];
}

const WHOSE_KEY =
  'Check ESCROW_API_KEY: it must be a key of v1 of the service, made for this network. A key of another network or of v2 does not work here.';

/** Its own codes (RFC 9457) where they say more than that the key was refused. */
const AUTH_PROBLEMS: Readonly<Record<string, { readonly message: string; readonly operatorRemedy: string }>> = {
  AUTH_CREDENTIAL_MISSING: {
    message: 'The escrow service says that no API key came with the request.',
    operatorRemedy: 'Check that nothing between here and the service removes the header x-api-key.',
  },
  AUTH_INSUFFICIENT_ROLE: {
    message: 'The escrow service does not allow this with our API key.',
    operatorRemedy: 'Ask the operator of the service what the key of ESCROW_API_KEY may do.',
  },
};

/** @param signer of the request, so that another account's absence is not mistaken for the signer's */
function v1Error(reply: Reply, signer?: string): CountersignError {
  const error = replyError(reply, signer);
  const detail = error.detail === undefined ? {} : { detail: error.detail };
  if (error.code === 'SERVICE_UNAUTHORIZED') {
    const more = AUTH_PROBLEMS[codeOf(reply) ?? ''] ?? { operatorRemedy: WHOSE_KEY };
    return new CountersignError('SERVICE_UNAUTHORIZED', { ...more, ...detail });
  }
  if (isUnknownPath(reply)) {
    return new CountersignError('SERVICE_REPLY_UNREADABLE', {
      message: 'The service at this address does not know the path of v1 that was asked for (status 404).',
      ...detail,
    });
  }
  if (error.code !== 'SERVICE_REFUSED') return error;
  // It looks up every contract's error numbers in one table, so it may report a missing trustline as a dispute.
  return new CountersignError('SERVICE_REFUSED', {
    message: error.message,
    remedy:
      'Check the request, and the escrow if there is one, then try again. The reason that this service gives is not always the real one.',
    ...detail,
  });
}

/** A 404 may also mean an unknown escrow; only its words distinguish the two. */
function isUnknownPath(reply: Reply): boolean {
  return (
    reply.status === 404 && /^(?:resource not found|cannot (?:get|post|put)\b)/i.test(replyError(reply).detail ?? '')
  );
}

function codeOf({ body }: Reply): string | undefined {
  if (body.kind !== 'json' || !isObject(body.value)) return undefined;
  const { code } = body.value;
  return typeof code === 'string' ? code : undefined;
}

/** v1 has no field for decimals and assumes those of every Stellar asset. */
const DECIMALS = 7;
const MULTIPLIER = 10 ** DECIMALS;

/**
 * @param answer the asset of the request's token by the ledger, if it is not among the network's constants
 * @throws CountersignError INPUT_INVALID
 */
function deployBody(request: DeployRequest, network: Network, answer?: Asset): object {
  const { signer, milestones, roles, trustline, receiverMemo, kind = 'multi', ...texts } = request;
  const asset = assetOf(network, trustline.address) ?? answer;
  const problems = [
    ...memoProblem(receiverMemo),
    ...decimalsProblem(trustline),
    ...assetProblem(asset, trustline.address, network),
  ];
  if (asset === undefined || problems.length > 0) throw new CountersignError('INPUT_INVALID', { fields: problems });
  const begun = { status: 'pending', evidence: '', flags: {} };
  const terms = {
    ...texts,
    roles,
    amount: total(milestones),
    milestones: milestones.map((each, index) => ({ ...each, receiver: receiverOf(request, index), ...begun })),
  };
  return { signer, ...escrowBody(terms, kind, asset) };
}

function total(milestones: DeployRequest['milestones']): string {
  const units = milestones.reduce((sum, { amount }) => sum + (toBaseUnits(amount, DECIMALS) as bigint), 0n);
  return fromBaseUnits(units, DECIMALS);
}

function decimalsProblem({ decimals }: DeployRequest['trustline']): FieldProblem[] {
  if (decimals === MULTIPLIER) return [];
  return [
    fieldProblem('trustline.decimals', 'DECIMALS_OF_SERVICE', {
      given: decimals,
      decimals: DECIMALS,
      multiplier: MULTIPLIER,
    }),
  ];
}

const optionalText = z.string().optional().catch(undefined);

const rowSchema = z.looseObject({
  contractId: z.string().refine((address) => decodeStrKey(address)?.kind === 'contract'),
  title: optionalText,
  engagementId: optionalText,
  type: z.enum(['multi-release', 'single-release']).optional().catch(undefined),
});

const RELEASES: Readonly<Record<string, Release>> = { 'multi-release': 'multi', 'single-release': 'single' };

/** A row that names no contract is left out: v1 also keeps deploys that were never sent. */
function readRows(rows: readonly unknown[]): ServiceRow[] {
  return rows.flatMap((row) => {
    const { success, data } = rowSchema.safeParse(row);
    if (!success) return [];
    const { contractId, title, engagementId, type } = data;
    const release = type === undefined ? undefined : RELEASES[type];
    return [
      {
        contractId,
        ...(title === undefined ? {} : { title }),
        ...(engagementId === undefined ? {} : { engagementId }),
        ...(release === undefined ? {} : { release }),
      },
    ];
  });
}

/** v1 sometimes leaves `status` out, but a success never has a different one. */
const builtSchema = builtReplySchema.partial({ status: true });
const reindexedSchema = z.looseObject({ status: success.optional() }, { error: 'is not an object' });

const readBuiltByV1 = (reply: Reply, { signer }: { readonly signer: string }) =>
  readBuilt(reply, signer, v1Error, builtSchema);

/**
 * Paths and bodies as its client libraries and working scripts send them.
 * @param network whose tokens have the code and issuer that v1 needs instead of a token's address
 */
export function v1Dialect(network: Network): Dialect {
  return {
    credentials: ['apiKey'],
    // The contract reads at most 20 escrows at once; the usual query parser turns a longer list into an object.
    maxAddresses: 20,
    requests: {
      deploy(request, credentials, asset) {
        const body = deployBody(request, network, asset);
        return bodyCall('POST', `/deployer/${request.kind ?? 'multi'}-release`, body, keyHeader(credentials));
      },
      emptyDeploy: (credentials) => bodyCall('POST', '/deployer/multi-release', {}, keyHeader(credentials)),
      // No other fields: v1 refuses unknown ones.
      send: (signedXdr, credentials) =>
        bodyCall('POST', '/helper/send-transaction', { signedXdr }, keyHeader(credentials)),
      balances: (_, addresses, credentials) =>
        getCall('/helper/get-multiple-escrow-balance', listOf('addresses', addresses), keyHeader(credentials)),
    },
    replies: {
      deploy: readBuiltByV1,
      send: (exchange) => sendOutcome(exchange, v1Error),
      balances: (reply, signer, addresses) => {
        if (isUnknownPath(reply)) throw v1Error(reply);
        return readBalances(reply, addresses, (each) => v1Error(each, signer));
      },
      error: v1Error,
      isUnknownPath,
    },
    fund: {
      request: (order, credentials) => escrowCall(FUND_SERVICE, order, keyHeader(credentials)),
      read: readBuiltByV1,
    },
    steps: {
      builds: (act, release) => (formOf(act).service.onlyInV1 ?? release) === release,
      question: {
        request: (order, credentials) =>
          escrowCall(formOf(order.act).service, order, keyHeader(credentials), (terms, release) =>
            updatedEscrow(terms, release, network),
          ),
        read: readBuiltByV1,
      },
    },
    reindex: {
      request: (txHash, credentials) =>
        bodyCall('PUT', '/indexer/update-from-txhash', { txHash }, keyHeader(credentials)),
      read: (reply) => {
        if (!isSuccess(reply)) throw v1Error(reply);
        parseReply(reply, reindexedSchema);
      },
    },
    rows: {
      request: (query, credentials) => getCall(...rowsQuery(query), keyHeader(credentials)),
      read: rowsOf,
    },
  };
}

function rowsQuery(query: RowsQuery): [path: string, query: readonly string[]] {
  if ('contractIds' in query) {
    return [
      '/helper/get-escrow-by-contract-ids',
      [...listOf('contractIds', query.contractIds), 'validateOnChain=true'],
    ];
  }
  if ('signer' in query) return ['/helper/get-escrows-by-signer', [`signer=${encodeURIComponent(query.signer)}`]];
  // v1 spells the roles in camelCase, as we do.
  const parameters = [`role=${query.role}`, `roleAddress=${encodeURIComponent(query.address)}`];
  return ['/helper/get-escrows-by-role', parameters];
}

function rowsOf(reply: Reply, query: RowsQuery): readonly ServiceRow[] {
  if (isSuccess(reply)) return readRows(parseReply(reply, listReplySchema));
  // If several were requested, it does not say which one is missing.
  const isOne = !('contractIds' in query) || query.contractIds.length === 1;
  if (isOne && reply.status === 404 && reply.body.kind === 'json' && !isUnknownPath(reply)) return [];
  throw v1Error(reply);
}
