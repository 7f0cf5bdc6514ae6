/**
 * The service's HTTP interface: the three operations of docs/interface.md (section 4), the later steps, with the paths
 * and bodies of v1, and the routes of a local sandbox.
 */
import { readTransaction } from '@countersign/core/envelope';
import type { CountersignError, Problem } from '@countersign/core/errors';
import { addressProblem, fromBaseUnits, fromBasisPoints, parseDeployRequest } from '@countersign/core/escrow';
import { type ReadDeploy, readDeploy } from '@countersign/core/kinds';
import type { Release } from '@countersign/core/network';
import { problemText, spokenView } from '@countersign/core/words/problems';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { readBalances } from '../contract/balances.ts';
import { beginCall, type Call, type EscrowNetwork } from '../contract/call.ts';
import { NetworkTrouble, Refusal } from '../contract/refusal.ts';
import { calledIn, isFactory, readSigned, settleSigned } from '../contract/send.ts';
import type { AskedTerms } from '../contract/terms.ts';
import { reportTrouble } from '../log.ts';
import { buildSeedDeploy, buildSeedStep, unitsOfToken, withMeaning } from '../seed/build.ts';
import {
  badRequest,
  exactNumber,
  failed,
  HEALTH,
  isRefusal,
  localApp,
  rateLimit,
  requireApiKey,
  requireBearer,
  SANDBOX,
  type ServiceOptions,
} from './local-app.ts';
import {
  BodyError,
  flags,
  milestones,
  number,
  PROGRESS,
  party,
  ROLES,
  readJsonBody,
  readQuery,
  stepRoutes,
  TEXTS,
  text,
  ValidationError,
  validate,
  WrittenNumber,
} from './request-bodies.ts';

const MAX_MEMO = 2n ** 32n - 1n;
const roles = (receiver: z.ZodType<string | undefined>) =>
  z
    .strictObject({ ...ROLES, release: party, receiver })
    .transform(({ release, ...others }) => ({ ...others, releaseSigner: release }));
const common = {
  ...TEXTS,
  trustline: z.strictObject({ address: party }),
  receiverMemo: number
    .refine((memo) => /^\d{1,20}$/.test(memo), { error: 'must be an integer number' })
    .refine((memo) => !/^\d{1,20}$/.test(memo) || BigInt(memo) <= MAX_MEMO, { error: `must not be above ${MAX_MEMO}` })
    .optional(),
};
const milestone = { description: text(), ...PROGRESS, flags };
const whose = { error: 'must be given for every milestone, unless roles.receiver is' };

/** The escrow of an update: the fields of the seed's deploy, plus the progress of milestones. */
const UPDATES: Readonly<Record<Release, z.ZodType<AskedTerms>>> = {
  single: z.strictObject({
    ...common,
    amount: number,
    roles: roles(party),
    milestones: milestones(z.strictObject(milestone)),
  }) as z.ZodType<AskedTerms>,
  multi: z
    .strictObject({
      ...common,
      roles: roles(party.optional()),
      milestones: milestones(z.strictObject({ ...milestone, amount: number, receiver: party.optional() })),
    })
    .refine(
      ({ roles: { receiver }, milestones: all }) => receiver !== undefined || all.every((each) => each.receiver),
      { ...whose, path: ['milestones', 'receiver'] },
    ) as z.ZodType<AskedTerms>,
};

/** The contract's limit on a balance call. */
const MAX_ADDRESSES = 20;

function balanceQueryProblems(signers: readonly string[], addresses: readonly string[]): string[] {
  const [signer] = signers;
  const problems: string[] = [];
  if (signers.length !== 1 || signer === undefined) problems.push('signer must be given once');
  else problems.push(...about('signer', addressProblem(signer, ['account'])));
  if (addresses.length === 0) problems.push('addresses must hold at least one address');
  if (addresses.length > MAX_ADDRESSES) problems.push(`addresses must hold at most ${MAX_ADDRESSES} addresses`);
  else
    addresses.forEach((address, index) => {
      problems.push(...about(`addresses[${index}]`, addressProblem(address, ['contract'])));
    });
  return problems;
}

function about(path: string, problem: Problem | undefined): string[] {
  return problem === undefined ? [] : [`${path} ${problemText(problem, 'en')}`];
}

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
      const sent = await readJsonBody(c, (decimal) => new WrittenNumber(decimal));
      const unsignedTransaction = await buildSeedStep(network, release, act, validate(body, sent));
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
    if (isRefusal(error)) return refused(c, error);
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
  // An extension of the interface: a milestone may name its own receiver.
  const request = parseDeployRequest(body, { ...network.network, paysEachMilestone: true }, 'roles.release');
  const unsignedTransaction = await buildSeedDeploy(network, request);
  return c.json({ status: 'SUCCESS', unsignedTransaction }, 201);
}

async function send(c: Context, network: EscrowNetwork): Promise<Response> {
  const { signedXdr, returnEscrowDataIsRequired = false } = await readJsonBody(c);
  const problems = [
    ...(typeof signedXdr === 'string' && signedXdr !== '' ? [] : ['signedXdr must be a text']),
    ...(typeof returnEscrowDataIsRequired === 'boolean' ? [] : ['returnEscrowDataIsRequired must be true or false']),
  ];
  if (problems.length > 0) return badRequest(c, problems);
  const deployed = await sendSeed(network, signedXdr as string, returnEscrowDataIsRequired === true);
  return c.json({ status: 'SUCCESS', message: SENT, ...deployed });
}

async function balances(c: Context, network: EscrowNetwork): Promise<Response> {
  const query = readQuery(c);
  // `addresses[]=A&addresses[]=B` (brackets percent-encoded or not), repeated `addresses=`, or one of either.
  const addresses = [...(query['addresses[]'] ?? []), ...(query['addresses'] ?? [])];
  const problems = balanceQueryProblems(query['signer'] ?? [], addresses);
  if (problems.length > 0) return badRequest(c, problems);
  const entries = await readBalances(network, addresses);
  return c.json(entries.map(({ address, balance }) => ({ address, balance: exactNumber(balance) })) as object);
}

type Deployed = { readonly contractId?: string; readonly escrow?: object | undefined };

/**
 * @param signedXdr base64
 * @param wantsEscrow whether the escrow is to be returned
 * @returns empty where it was no deploy
 * @throws Refusal | NetworkTrouble
 */
async function sendSeed(on: EscrowNetwork, signedXdr: string, wantsEscrow: boolean): Promise<Deployed> {
  const { passphrase } = on.network;
  const transaction = readSigned(signedXdr, passphrase);
  const { contract } = calledIn(signedXdr, passphrase);
  const call = beginCall(on, on.patience.sendMs);
  const settle = () => settleSigned(on, transaction);
  await (contract === undefined ? settle() : withMeaning(call, contract, settle));
  if (!isFactory(on.network, contract)) return {};
  const deploy = readDeploy(readTransaction(transaction.toXdr(), passphrase), passphrase);
  if ('unreadable' in deploy) return {};
  const { contractId } = deploy;
  return wantsEscrow ? { contractId, escrow: await viewOf(call, deploy) } : { contractId };
}

/** The fields of the request, in its units, with their states; undefined where the token's decimals cannot be read now. */
async function viewOf(call: Call, { contractId, deployer, kind, escrow }: ReadDeploy): Promise<object | undefined> {
  const { engagementId, title, description, flags, amount, receiverMemo = 0n } = escrow;
  const { address } = escrow.trustline;
  const { releaseSigner, ...roles } = escrow.roles;
  const decimals = await unitsOfToken(call, address).catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof NetworkTrouble)) throw error;
  });
  if (decimals === undefined) return undefined;
  const units = (base: bigint) => exactNumber(fromBaseUnits(base, decimals));
  const receivers = new Set(escrow.milestones.map(({ receiver }) => receiver));
  const [receiver = roles.receiver] = receivers;
  const isOne = receivers.size === 1;
  return {
    ...{ contractId, signer: deployer, engagementId, title, description },
    ...(kind.release === 'multi' ? {} : { kind: kind.release, flags }),
    roles: { ...roles, release: releaseSigner, ...(isOne ? { receiver } : {}) },
    platformFee: exactNumber(fromBasisPoints(escrow.platformFee)),
    ...(amount === undefined ? {} : { amount: units(amount) }),
    milestones: escrow.milestones.map(({ amount: each, receiver: own, ...milestone }) => ({
      ...milestone,
      ...(each === undefined ? {} : { amount: units(each) }),
      ...(isOne ? {} : { receiver: own }),
    })),
    trustline: { address, decimals: 10 ** decimals },
    receiverMemo: exactNumber(receiverMemo.toString()),
  };
}
