/**
 * The service's HTTP interface: the three operations of docs/interface.md (section 4), the later steps, with the paths
 * and bodies of v1, and the routes of a local sandbox.
 */
import { CountersignError, type ErrorCode } from '@countersign/core/errors';
import { parseDeployRequest } from '@countersign/core/escrow';
import { createSecretScanner, refuseSecrets } from '@countersign/core/secrets';
import { spokenView } from '@countersign/core/words/problems';
import type { Context, Hono } from 'hono';
import { readBalances } from '../contract/balances.ts';
import { buildDeploy } from '../contract/deploy.ts';
import { buildInterfaceStep } from '../contract/interface-step.ts';
import type { EscrowNetwork } from '../contract/network.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { sendSigned } from '../contract/send.ts';
import { reportTrouble } from '../log.ts';
import { badRequest, exactNumber, failed } from './bodies.ts';
import { requireApiKey, requireBearer } from './credentials.ts';
import { escrowView } from './escrow-view.ts';
import { BodyError, readJsonBody } from './json-body.ts';
import { HEALTH, localApp, SANDBOX, type ServiceOptions } from './local-app.ts';
import { balanceQueryProblems, queryAddresses } from './query-addresses.ts';
import { rateLimit } from './rate-limit.ts';
import { stepRoutes } from './step-bodies.ts';
import { UPDATE } from './update-body.ts';
import { ValidationError, validate, WrittenNumber } from './validation.ts';

const scanner = createSecretScanner();
/** The caller's errors; every other error of ours is the service's own. */
const REFUSALS: readonly ErrorCode[] = ['INPUT_INVALID', 'SECRET_REFUSED'];
const SENT = 'The transaction was sent to the network and is settled';

const DEPLOY = '/deployer/multi-release';
const SEND = '/helper/send-transaction';
const BALANCES = '/escrow/single-release/get-multiple-escrow-balance';
const ANOTHER = 'Countersign-Another';
const MOST_ANOTHER = 1_000;
const STEPS = stepRoutes('multi', UPDATE).map((step) => ({ ...step, path: `/escrow/multi-release/${step.path}` }));
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
  for (const { act, method, path, body } of STEPS) {
    app.on(method, path, bearer, bearerLimit, async (c) => {
      const given = await readJsonBody(c, (decimal) => new WrittenNumber(decimal));
      refuseSecrets(given, scanner);
      const unsignedTransaction = await buildInterfaceStep(network, act, validate(body, given));
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
  let request: ReturnType<typeof parseDeployRequest>;
  try {
    refuseSecrets(body, scanner);
    request = parseDeployRequest(body, network.network);
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return refused(c, error);
  }
  const unsignedTransaction = await buildDeploy(network, request, anotherOf(c));
  return c.json({ status: 'SUCCESS', unsignedTransaction }, 201);
}

/** The counter of escrows with the same terms, from a header; default: 0, the first one. */
function anotherOf(c: Context): number {
  const header = c.req.header(ANOTHER) ?? '0';
  if (/^\d{1,4}$/.test(header) && Number(header) <= MOST_ANOTHER) return Number(header);
  throw new Refusal(`${ANOTHER} must be a whole number from 0 to ${MOST_ANOTHER}`);
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
  const deployed = await sendSigned(network, signedXdr as string);
  const escrow = deployed !== undefined && returnEscrowDataIsRequired === true ? escrowView(deployed) : undefined;
  // What is undefined is left out of the JSON.
  return c.json({ status: 'SUCCESS', message: SENT, contractId: deployed?.contractId, escrow });
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
