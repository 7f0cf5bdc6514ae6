/**
 * The service's HTTP interface: the three operations of docs/interface.md (section 4), the later steps, with the paths
 * and bodies of v1, and the routes of a local sandbox.
 */
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { addressProblem, parseDeployRequest } from '@countersign/core/escrow';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { spokenView } from '@countersign/core/words/problems';
import type { Context, Hono } from 'hono';
import { readBalances } from '../contract/balances.ts';
import type { EscrowNetwork } from '../contract/network.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { reportTrouble } from '../log.ts';
import { buildSeedDeploy } from '../seed/deploy.ts';
import { sendSeed } from '../seed/send.ts';
import { buildSeedStep } from '../seed/step.ts';
import { badRequest, exactNumber, failed } from './bodies.ts';
import { requireApiKey, requireBearer } from './credentials.ts';
import { BodyError, readJsonBody } from './json-body.ts';
import { HEALTH, localApp, SANDBOX, type ServiceOptions } from './local-app.ts';
import { balanceQueryProblems, queryAddresses } from './query-addresses.ts';
import { rateLimit } from './rate-limit.ts';
import { stepRoutes } from './step-bodies.ts';
import { UPDATES } from './update-body.ts';
import { ValidationError, validate, WrittenNumber } from './validation.ts';

const scanner = createSecretScanner();
/** The caller's errors; every other error of ours is the service's own. */
const REFUSALS: readonly ErrorCode[] = ['INPUT_INVALID', 'SECRET_REFUSED'];
const SENT = 'The transaction was sent to the network and is settled';

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';
const BALANCES = '/escrow/single-release/get-multiple-escrow-balance';
const STEPS = (['multi', 'single'] as const).flatMap((release) =>
  stepRoutes(release, UPDATES[release]).map((step) => ({
    ...step,
    release,
    path: `/escrow/${release}-release/${step.path}`,
  })),
);
const METHODS: Readonly<Record<string, string>> = {
  [DEPLOY]: 'POST',
  [SEND]: 'POST',
  [BALANCES]: 'GET',
  [HEALTH]: 'GET',
  ...Object.fromEntries(STEPS.map(({ path, method }) => [path, method])),
};

export function serviceApp(options: ServiceOptions): Hono {
  const { network } = options;
  const app = localApp(options);
  const bearerLimit = rateLimit(options.rateLimit, network.now);
  const bearer = requireBearer(options.accessToken);
  app.post(DEPLOY, bearer, bearerLimit, (c) => deploy(c, network));
  for (const { release, act, method, path, body } of STEPS) {
    app.on(method, path, bearer, bearerLimit, async (c) => {
      const given = await readJsonBody(c, (decimal) => new WrittenNumber(decimal));
      refuseSecrets(given, scanner);
      const unsignedTransaction = await buildSeedStep(network, release, act, validate(body, given));
      return c.json({ status: 'SUCCESS', unsignedTransaction }, 201);
    });
  }
  app.post(SEND, bearer, bearerLimit, (c) => send(c, network));
  app.get(BALANCES, requireApiKey(options.apiKey), rateLimit(options.rateLimit, network.now), (c) =>
    balances(c, network),
  );

  app.notFound((c) => {
    const allowed = c.req.path === SANDBOX && options.sandbox !== undefined ? 'GET' : METHODS[c.req.path];
    if (allowed === undefined) {
      return c.json({ message: 'There is nothing at this path', error: 'Not Found', statusCode: 404 }, 404);
    }
    c.header('Allow', allowed);
    return c.json({ message: `Use ${allowed}`, error: 'Method Not Allowed', statusCode: 405 }, 405);
  });
  app.onError((error, c) => {
    if (error instanceof ValidationError) return badRequest(c, error.problems);
    if (error instanceof BodyError) return badRequest(c, error.message);
    if (error instanceof Refusal) return badRequest(c, error.reasons, error.more);
    if (error instanceof CountersignError && REFUSALS.includes(error.code)) return refused(c, error);
    if (error instanceof NetworkTrouble) return failed(c, error.message);
    reportTrouble('escrow service', error);
    return failed(c, 'Internal error');
  });
  return app;
}

function refused(c: Context, error: CountersignError): Response {
  const { fields, message } = spokenView(error, 'en');
  return badRequest(c, fields?.map(({ path, problem }) => `${path} ${problem}`) ?? message);
}

async function deploy(c: Context, network: EscrowNetwork): Promise<Response> {
  const body = await readJsonBody(c);
  refuseSecrets(body, scanner);
  const { receivers, ...terms } = withoutReceivers(body);
  const request = parseDeployRequest(terms, network.network);
  const unsignedTransaction = await buildSeedDeploy(network, request, receivers);
  return c.json({ status: 'SUCCESS', unsignedTransaction }, 201);
}

/** An extension of the interface: a milestone may name its own receiver. */
function withoutReceivers(body: Readonly<Record<string, unknown>>) {
  const { milestones } = body;
  const receivers: (string | undefined)[] = [];
  if (!Array.isArray(milestones) || body['kind'] === 'single') return { ...body, receivers };
  const problems: string[] = [];
  const terms = milestones.map((milestone: unknown, index) => {
    if (typeof milestone !== 'object' || milestone === null) return milestone;
    const { receiver, ...others } = milestone as { readonly receiver?: unknown };
    const problem = receiver === undefined ? undefined : addressProblem(String(receiver), ['account', 'contract']);
    if (problem !== undefined) problems.push(`milestones[${index}].receiver ${problem}`);
    receivers[index] = receiver === undefined ? undefined : String(receiver);
    return others;
  });
  if (problems.length > 0) throw new ValidationError(problems);
  return { ...body, milestones: terms, receivers };
}

async function send(c: Context, network: EscrowNetwork): Promise<Response> {
  const body = await readJsonBody(c);
  refuseSecrets(body, scanner);
  const { signedXdr, returnEscrowDataIsRequired = false } = body;
  const problems = [
    ...(typeof signedXdr === 'string' && signedXdr !== '' ? [] : ['signedXdr must be a text']),
    ...(typeof returnEscrowDataIsRequired === 'boolean' ? [] : ['returnEscrowDataIsRequired must be true or false']),
  ];
  if (problems.length > 0) return badRequest(c, problems);
  const deployed = await sendSeed(network, signedXdr as string, returnEscrowDataIsRequired === true);
  return c.json({ status: 'SUCCESS', message: SENT, ...deployed });
}

async function balances(c: Context, network: EscrowNetwork): Promise<Response> {
  const query = c.req.queries();
  refuseSecrets(query, scanner);
  const addresses = queryAddresses(query);
  const problems = balanceQueryProblems(query['signer'] ?? [], addresses);
  if (problems.length > 0) return badRequest(c, problems);
  const entries = await readBalances(network, addresses);
  return c.json(entries.map(({ address, balance }) => ({ address, balance: exactNumber(balance) })) as object);
}
