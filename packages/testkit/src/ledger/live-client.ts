/** A v1 client made only of fetch, which sends what programs for the live service send. */
import type { Release } from '@countersign/core/network';
import type { DemoAccountName, SandboxOptions } from '@countersign/escrow-service';
import { V1 } from './live-escrow.ts';
import { address, type Callable, call, type Reply, sign, startTestSandbox, TOKEN } from './sandbox-client.ts';

export { V1 };

export const startLiveSandbox = (options: SandboxOptions = {}) => startTestSandbox({ network: V1, ...options });

export function ask(
  { sandbox }: Callable,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Reply> {
  return call(`${sandbox.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'x-api-key': sandbox.apiKey },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** A valid body of the deploy route: 30.5000001 in two milestones. */
export function liveBody(release: Release, changes: Fields = {}): Record<string, unknown> {
  const receiver = address('provider');
  const steps = [
    { description: 'Design', amount: 10.5 },
    { description: 'Build', amount: 20.0000001 },
  ];
  const roles = {
    approver: address('client'),
    serviceProvider: address('provider'),
    platformAddress: address('platform'),
    releaseSigner: address('client'),
    disputeResolver: address('arbiter'),
  };
  return {
    signer: address('client'),
    engagementId: 'ENG-7',
    title: 'Website',
    description: 'A site in two steps',
    platformFee: 2.5,
    trustline: { address: TOKEN.issuer, symbol: 'USDC' },
    ...(release === 'single'
      ? { amount: 30.5000001, roles: { ...roles, receiver }, milestones: steps.map(({ amount: _, ...step }) => step) }
      : { roles, milestones: steps.map((step) => ({ ...step, receiver })) }),
    ...changes,
  };
}

export const liveDeploy = (t: Callable, release: Release, body: unknown = liveBody(release)) =>
  ask(t, 'POST', `/deployer/${release}-release`, body);

export const liveSend = (t: Callable, signedXdr: string) => ask(t, 'POST', '/helper/send-transaction', { signedXdr });

export async function liveEscrow(t: Callable, release: Release, changes: Fields = {}): Promise<string> {
  const { json } = await liveDeploy(t, release, liveBody(release, changes));
  return (await liveSend(t, sign(json.unsignedTransaction, 'client'))).json.contractId;
}

export const liveFund = (
  t: Callable,
  release: Release,
  contractId: string,
  amount: unknown = 10,
  changes: Fields = {},
) =>
  ask(t, 'POST', `/escrow/${release}-release/fund-escrow`, {
    contractId,
    signer: address('client'),
    amount,
    ...changes,
  });

export const liveRows = (t: Callable, contractIds: readonly string[], more = '') =>
  ask(t, 'GET', `/helper/get-escrow-by-contract-ids?${listOf('contractIds', contractIds)}${more}`);

export const liveBalances = (t: Callable, addresses: readonly string[]) =>
  ask(t, 'GET', `/helper/get-multiple-escrow-balance?${listOf('addresses', addresses)}`);

const listOf = (name: string, values: readonly string[]) => values.map((value) => `${name}[]=${value}`).join('&');

/** Asks for a step of an escrow's life: the reply to that. */
export const liveStep = (t: Callable, release: Release, path: string, body: Fields) =>
  ask(t, path === 'update-escrow' ? 'PUT' : 'POST', `/escrow/${release}-release/${path}`, body);

/** Asks for one, signs and sends it: the reply to the last of these that was asked for. */
export async function liveTake(t: Callable, release: Release, path: string, signer: DemoAccountName, body: Fields) {
  const built = await liveStep(t, release, path, body);
  return built.status === 201 ? await liveSend(t, sign(built.json.unsignedTransaction, signer)) : built;
}
