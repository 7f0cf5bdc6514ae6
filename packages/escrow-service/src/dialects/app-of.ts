/** Creates the service's app in the dialect of its network. */
import { type Pins, pinsOf, type Release } from '@countersign/core/network';
import type { Transaction } from '@stellar/stellar-sdk/base';
import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import type { AskedTerms } from '../contract/terms.ts';
import { serviceApp } from '../http/app.ts';
import { isRefusal, isSame, localApp, rateLimit, type ServiceOptions } from '../http/local-app.ts';
import {
  address,
  approved,
  BodyError,
  flags,
  milestones,
  number,
  PROGRESS,
  party,
  ROLES,
  readJsonBody,
  stepRoutes,
  TEXTS,
  text,
  ValidationError,
  validate,
  WrittenNumber,
} from '../http/request-bodies.ts';
import { invalid, notFound, problem, refused, unauthorized } from '../http/v1/answers.ts';
import { balances, byContracts, byRole, bySigner, escrowOf } from '../http/v1/reads.ts';
import { buildLiveDeploy, buildLiveStep, type LiveDeploy } from '../live/build.ts';
import type { LiveService } from '../live/live-service.ts';
import { rebuildIndex, reindex } from '../live/reindex.ts';
import { sendPending } from '../live/send.ts';
import { reportTrouble } from '../log.ts';

/** @param isShared whether other processes may have created escrows on its ledger. Only v1 keeps an index */
export async function appOf(options: ServiceOptions, isShared = false): Promise<Hono> {
  if (options.network.network.dialect !== 'v1') return serviceApp(options);
  const service: LiveService = { on: options.network, index: new Map(), pending: new Map(), isShared };
  if (isShared) await rebuildIndex(service);
  return liveApp(options, service);
}

const RELEASES: readonly Release[] = ['multi', 'single'];
const SENT = 'The transaction has been successfully sent to the Stellar network.';
const INDEXED = 'The escrow was updated from the transaction.';

/** The live service's HTTP interface (v1): deploys, steps, send, re-index and reads. */
function liveApp(options: ServiceOptions, service: LiveService): Hono {
  const { network } = options;
  const app = localApp(options);
  const client = [requireKey(options.apiKey), rateLimit(options.rateLimit, network.now)] as const;
  for (const release of RELEASES.filter((release) => isPinned(pinsOf(network.network, release)))) {
    app.post(`/deployer/${release}-release`, ...client, async (c) => {
      const deploy = validate(DEPLOYS[release], await bodyOf(c));
      return unsigned(c, await buildLiveDeploy(service, release, deploy));
    });
    for (const { act, method, path, body, onlyInV1 = release } of stepRoutes(release, UPDATES[release])) {
      if (onlyInV1 !== release) continue;
      app.on(method, `/escrow/${release}-release/${path}`, ...client, async (c) => {
        return unsigned(c, await buildLiveStep(service, release, act, validate(body, await bodyOf(c))));
      });
    }
  }
  app.post('/helper/send-transaction', ...client, (c) => send(c, service));
  app.put('/indexer/update-from-txhash', ...client, async (c) => {
    await reindex(service, validate(REINDEX, await bodyOf(c)).txHash);
    return c.json({ status: 'SUCCESS', message: INDEXED });
  });
  app.get('/helper/get-escrow-by-contract-ids', ...client, (c) => byContracts(c, service));
  app.get('/helper/get-escrows-by-signer', ...client, (c) => bySigner(c, service));
  app.get('/helper/get-escrows-by-role', ...client, (c) => byRole(c, service));
  app.get('/helper/get-multiple-escrow-balance', ...client, (c) => balances(c, service));

  app.notFound(notFound);
  app.onError((error, c) => {
    if (error instanceof ValidationError) return invalid(c, error.problems);
    if (error instanceof BodyError) return invalid(c, error.message);
    if (error instanceof Refusal) return refused(c, error);
    if (isRefusal(error)) return invalid(c, error.message);
    if (error instanceof NetworkTrouble) return problem(c, 500, error.message);
    reportTrouble('escrow service', error);
    return problem(c, 500, 'Internal server error');
  });
  return app;
}

/** A release without pins is not available. */
function isPinned({ factory, wasmHash }: Pins): boolean {
  return factory !== undefined && wasmHash !== undefined;
}

const bodyOf = (c: Context): Promise<unknown> => readJsonBody(c, (decimal) => new WrittenNumber(decimal));

function unsigned(c: Context, transaction: Transaction): Response {
  return c.json({ unsignedTransaction: transaction.toXdr() }, 201);
}

/** The answer has no hash. Undefined fields are left out of the JSON. */
async function send(c: Context, service: LiveService): Promise<Response> {
  const { signedXdr } = validate(SEND, await bodyOf(c));
  const deployed = await sendPending(service, signedXdr);
  const escrow = deployed && escrowOf(deployed);
  return c.json({ status: 'SUCCESS', message: SENT, contractId: deployed?.contractId, escrow }, 201);
}

function requireKey(apiKey: string) {
  return createMiddleware(async (c, next) => {
    const key = c.req.header('x-api-key') ?? '';
    if (key === '') return unauthorized(c, 'AUTH_CREDENTIAL_MISSING');
    return isSame(key, apiKey) ? next() : unauthorized(c, 'AUTH_INVALID_CREDENTIAL');
  });
}

/** An asset code on Stellar. */
const SYMBOL = /^[a-zA-Z0-9]{1,12}$/;

const roles = { ...ROLES, releaseSigner: party };
const trustline = z.strictObject({
  address: party,
  symbol: text().regex(SYMBOL, { error: 'must be a valid asset code' }),
});
const ofSingle = { ...TEXTS, amount: number, roles: z.strictObject({ ...roles, receiver: party }), trustline };
const ofMulti = { ...TEXTS, roles: z.strictObject(roles), trustline };
const paid = { description: text(), amount: number, receiver: party };

const signer = address('account');

/** Strict schemas of the live service's bodies. */
const DEPLOYS: Readonly<Record<Release, z.ZodType<LiveDeploy>>> = {
  single: z.strictObject({ signer, ...ofSingle, milestones: milestones(z.strictObject({ description: text() })) }),
  multi: z.strictObject({ signer, ...ofMulti, milestones: milestones(z.strictObject(paid)) }),
};

/** The escrow of an update. The names of progress fields are those of v1's rows. */
const UPDATES: Readonly<Record<Release, z.ZodType<AskedTerms>>> = {
  single: z.strictObject({
    ...ofSingle,
    milestones: milestones(
      z
        .strictObject({ description: text(), ...PROGRESS, approved })
        .transform(({ approved = false, ...milestone }) => ({ ...milestone, flags: { approved } })),
    ),
  }),
  multi: z.strictObject({ ...ofMulti, milestones: milestones(z.strictObject({ ...paid, ...PROGRESS, flags })) }),
};

const SEND = z.strictObject({ signedXdr: text(1_000_000) });

const REINDEX = z.strictObject({
  txHash: text()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be a transaction hash' })
    .toLowerCase(),
});
