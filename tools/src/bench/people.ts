/** Fifty people over MCP and HTTP: what an escrow's life costs the server, and what they notice of a quota that is used up. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startCli } from '@countersign/testkit/escrow-service/child';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { runOperations, signWith } from '@countersign/testkit/ledger/newcomer';
import { type LocalIssuer, openIssuer } from '@countersign/testkit/mcp/open-issuer';
import { Keypair, Operation } from '@stellar/stellar-sdk/base';
import { withResources } from '../command-line/resources.ts';
import { type Bench, type Figure, figure, percentile } from './figure.ts';
import { openLoop } from './open-loop.ts';
import { OWN_MCP, type Program, withProgram } from './program.ts';

const PEOPLE = 50;
const WARM_LIVES = 1;
const LIVES = 2;
const AT_ONCE = 4;
const LIFE_AIM_MS = 15;
/** High enough that nothing waits for it. */
const NO_QUOTA = 100_000;
const QUOTA = 50;
const CALLS_PER_SECOND = 44;
const SECONDS = 40;
/** One call in so many is a deploy, some 150 a minute. */
const DEPLOY_EVERY = 17;
const READ_AIM_MS = 80;
/** How soon a wait must be reported. */
const SOON_MS = 2_000;
/** A deploy that takes longer has waited for the quota. */
const WAITED_MS = 10_000;

/** @param onProgress called for each notification of the call’s progress. @returns the text of the answer */
export type McpCall = (tool: string, input: object, onProgress?: () => void) => Promise<string>;

type Person = { readonly key: Keypair; readonly call: McpCall; readonly escrowId: string };

export const peopleBench: Bench = {
  title: `${PEOPLE} people, MCP over HTTP`,
  measure: () =>
    withResources(async (resources) => {
      const service = await startCli([], { COUNTERSIGN_DATA_DIR: await resources.folder() });
      resources.defer(() => service.exited);
      resources.defer(() => service.process.kill());
      const issuer = resources.use(await openIssuer());
      const keys = Array.from({ length: PEOPLE }, () => Keypair.random());
      const accounts = keys.map((key) =>
        Operation.createAccount({ destination: key.publicKey(), startingBalance: '100' }),
      );
      await runOperations(service.rpcUrl, sandboxKeypair('client'), ...accounts);
      const env = {
        COUNTERSIGN_DATA_DIR: await resources.folder(),
        ESCROW_API_URL: service.url,
        STELLAR_NETWORK: 'sandbox',
        STELLAR_RPC_URL: service.rpcUrl,
      };
      const onServer = (quota: number, use: (calls: readonly McpCall[], server: Program) => Promise<Figure[]>) =>
        withMcpServer({ ...env, ESCROW_RATE_LIMIT: String(quota) }, issuer, async (callOf, server) =>
          use(await Promise.all(keys.map((_, person) => callOf(`person-${person}`))), server),
        );
      const ids: string[] = [];
      const lives = await onServer(NO_QUOTA, async (calls, server) => {
        const round = async () => {
          const waiting = calls.entries();
          const lane = async () => {
            for (const [person, call] of waiting) ids[person] = await live(call, keys[person] as Keypair);
          };
          await Promise.all(Array.from({ length: AT_ONCE }, lane));
        };
        for (let lives = 0; lives < WARM_LIVES; lives++) await round();
        const before = await server.cpuMs();
        for (let lives = 0; lives < LIVES; lives++) await round();
        const cpuMs = ((await server.cpuMs()) - before) / LIVES / PEOPLE;
        return [figure('a life over HTTP, processor', cpuMs, 'ms', { atMost: LIFE_AIM_MS })];
      });
      const loaded = await onServer(QUOTA, (calls) =>
        underLoad(calls.map((call, person) => ({ call, key: keys[person] as Keypair, escrowId: ids[person] ?? '' }))),
      );
      return [...lives, ...loaded];
    }),
};

let deploys = 0;

function deployCall({ call, key }: Pick<Person, 'call' | 'key'>, onProgress?: () => void): Promise<string> {
  const signer = key.publicKey();
  const roles = { ...REQUEST.roles, approver: signer, release: signer };
  deploys += 1;
  const input = { ...REQUEST, signer, roles, engagementId: `bench-${deploys}`, includeXdr: true };
  return call('deploy_escrow', input, onProgress);
}

/** From request to outcome. @returns the id of the request */
async function live(call: McpCall, key: Keypair): Promise<string> {
  const { id, unsignedXdr } = JSON.parse(await deployCall({ call, key }));
  const outcome = await call('submit_signed_xdr', { id, signedXdr: signWith(key, unsignedXdr) });
  if (JSON.parse(outcome).status !== 'settled') throw new Error(`it did not settle: ${outcome}`);
  return id;
}

async function underLoad(people: readonly Person[]): Promise<Figure[]> {
  const [reads, known]: [number[], number[]] = [[], []];
  let [prepared, refused, silent] = [0, 0, 0];
  const { started, latencies } = await openLoop(CALLS_PER_SECOND, SECONDS, async (number) => {
    const person = people[number % PEOPLE] as Person;
    const begun = performance.now();
    if (number % DEPLOY_EVERY > 0) {
      await person.call('get_escrow', { id: person.escrowId });
      reads.push(performance.now() - begun);
      return;
    }
    let knownAfter: number | undefined;
    const answer = await deployCall(person, () => {
      knownAfter ??= performance.now() - begun;
    }).then(
      () => 'prepared' as const,
      (thrown: unknown) => String(thrown),
    );
    const tookMs = performance.now() - begun;
    if (answer === 'prepared') prepared += 1;
    else refused += 1;
    if (answer !== 'prepared' && /"retryAfterMs\\*":/.test(answer)) knownAfter ??= tookMs;
    if (knownAfter !== undefined) known.push(knownAfter);
    else if (answer !== 'prepared' || tookMs > WAITED_MS) silent += 1;
  });
  if (latencies.length < started) throw new Error(`${started - latencies.length} calls failed`);
  return [
    figure('get_escrow, prepared here, p50', percentile(reads, 0.5), 'ms', { atMost: READ_AIM_MS }),
    figure(`deploys beyond the quota: until they know how long, p95`, percentile(known, 0.95), 'ms', {
      atMost: SOON_MS,
    }),
    figure(`deploys that wait or are refused without knowing`, silent, '', { atMost: 0 }),
    figure(`deploys prepared, of ${prepared + refused}`, prepared, ''),
  ];
}

/** A server over HTTP. @param use is passed how each signed-in person calls a tool */
export const withMcpServer = <T>(
  env: Readonly<Record<string, string>>,
  issuer: LocalIssuer,
  use: (callOf: (person: string) => Promise<McpCall>, server: Program) => Promise<T>,
): Promise<T> => {
  const settings = { ...env, COUNTERSIGN_LOG: 'error', COUNTERSIGN_OAUTH_ISSUER: issuer.url };
  return withProgram([...OWN_MCP, 'http', '--port', '0'], settings, /address\s+(\S+)\n/, async (server) => {
    const [, url = ''] = server.ready;
    return await use(async (person) => callOver(url, await issuer.token(person, url)), server);
  });
};

/** @throws Error with the text of a refusal */
function callOver(url: string, token: string): McpCall {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  return async (name, input, onProgress) => {
    const _meta = onProgress === undefined ? {} : { progressToken: name };
    const params = { name, arguments: input, _meta };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const response = await fetch(url, { method: 'POST', headers, body });
    for await (const line of createInterface({ input: Readable.fromWeb(response.body as ReadableStream) })) {
      const text = line.slice(Math.max(line.indexOf('{'), 0));
      if (!text.startsWith('{')) continue;
      const { result, method } = JSON.parse(text);
      if (method === 'notifications/progress') onProgress?.();
      else if (result === undefined || result.isError === true) throw new Error(text);
      else return result.content[0].text;
    }
    throw new Error('no answer');
  };
}
