/** The live service's HTTP interface (v1): deploys, steps, send, re-index and reads. */
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { type Pins, pinsOf, type Release } from '@countersign/core/network';
import { refuseSecrets } from '@countersign/core/secrets';
import type { Transaction } from '@stellar/stellar-sdk/base';
import type { Context, Hono } from 'hono';
import { NetworkTrouble, Refusal } from '../../contract/refusal.ts';
import { buildLiveDeploy } from '../../live/deploy.ts';
import type { LiveService } from '../../live/live-service.ts';
import { reindex } from '../../live/reindex.ts';
import { sendPending } from '../../live/send.ts';
import { buildLiveStep } from '../../live/step.ts';
import { reportTrouble } from '../../log.ts';
import { BodyError, readJsonBody } from '../json-body.ts';
import { localApp, type ServiceOptions } from '../local-app.ts';
import { rateLimit } from '../rate-limit.ts';
import { stepRoutes } from '../step-bodies.ts';
import { ValidationError, validate, WrittenNumber } from '../validation.ts';
import { invalid, notFound, problem, refused } from './answers.ts';
import { DEPLOYS, REINDEX, SEND, UPDATES } from './bodies.ts';
import { requireKey } from './credentials.ts';
import { balances, byContracts, byRole, bySigner } from './reads.ts';
import { escrowOf } from './row.ts';
import { scanner } from './scanner.ts';

const RELEASES: readonly Release[] = ['multi', 'single'];
/** The caller's errors; every other error of ours is the service's own. */
const REFUSALS: readonly ErrorCode[] = ['INPUT_INVALID', 'SECRET_REFUSED'];
const SENT = 'The transaction has been successfully sent to the Stellar network.';
const INDEXED = 'The escrow was updated from the transaction.';

export function liveApp(options: ServiceOptions, service: LiveService): Hono {
  const { network } = options;
  const app = localApp(options);
  const client = [requireKey(options.apiKey), rateLimit(options.rateLimit, network.now)] as const;
  for (const release of RELEASES.filter((release) => isPinned(pinsOf(network.network, release)))) {
    app.post(`/deployer/${release}-release`, ...client, async (c) => {
      const asked = validate(DEPLOYS[release], await bodyOf(c));
      return unsigned(c, await buildLiveDeploy(service, release, asked));
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
    if (error instanceof CountersignError && REFUSALS.includes(error.code)) return invalid(c, error.message);
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

async function bodyOf(c: Context): Promise<unknown> {
  const body = await readJsonBody(c, (decimal) => new WrittenNumber(decimal));
  refuseSecrets(body, scanner);
  return body;
}

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
