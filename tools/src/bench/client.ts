/** What core adds to a call of the escrow service, next to a plain fetch of the same request and reply. */
import { join } from 'node:path';
import { type Desk, openSqliteStore, type PrepareInput } from '@countersign/core';
import type { Ledger } from '@countersign/core/internal/ledger/ledger';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import {
  buildDeploy,
  request,
  requestInput,
  sandbox,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { account, entries, network } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, initOf, type ReceivedRequest, startStandIn } from '@countersign/testkit/service/stand-in';
import { StrKey } from '@stellar/stellar-sdk/base';
import { withResources } from '../command-line/resources.ts';
import { openBenchDesk } from './desk.ts';
import { type Bench, figure, p50, processorMs, samplePair } from './figure.ts';

const PLAIN = 'for a plain fetch';
const DEPLOY_AIM = 6;
const BALANCE_AIM = 1.6;
const FIND_AIM_MS = 8;
const FINDS = 100;
const AT_ONCE = 200;
const REQUESTS_AIM = 10;
/** Lone calls: Bottleneck counts some 400 requests a second, more than a quota of a minute could ever need. */
const REST_MS = 3;
/** A transaction may live for ten minutes at most. */
const LIFE_S = 500;
const RPC_PATH = '/rpc';

/** `deploys` with and without a ledger; the first `warm` runs do not count. */
type Size = { readonly deploys: number; readonly balances: number; readonly warm: number };

const signer = signerKey.publicKey();
const escrows = Array.from({ length: AT_ONCE }, (_, index) => StrKey.encodeContract(numbered(index)));

export const clientBench: Bench<Size> = {
  title: 'Client and a plain fetch',
  measure: ({ deploys, balances, warm } = { deploys: 400, balances: 1_000, warm: 200 }) =>
    withResources(async (resources) => {
      const folder = await resources.folder();
      let last: ReceivedRequest | undefined;
      let lastOfLedger: ReceivedRequest | undefined;
      let count = 0;
      let built: PreparedDeploy | undefined;
      const service = resources.use(
        await startStandIn((response, received) => {
          if (received.url === RPC_PATH) {
            lastOfLedger = received;
            return answer(200, ledgerReply(received, built))(response, received);
          }
          last = received;
          count++;
          return answer(200, received.method === 'GET' ? balancesFor(received) : built?.reply)(response, received);
        }),
      );
      const openDesk = (name: string, ledger?: Ledger) => {
        const store = openSqliteStore(join(folder, name), 'sandbox');
        return resources.use(openBenchDesk({ baseUrl: service.url }, { store, ...(ledger && { ledger }) }));
      };
      const alone = openDesk('alone');
      const withLedger = openDesk('with-ledger', openLedger([service.url + RPC_PATH], sandbox.passphrase));
      const repeat = async (received: ReceivedRequest | undefined) => {
        const request = received as ReceivedRequest;
        return await (await fetch(service.url + request.url, initOf(request))).json();
      };
      const repeatLast = () => repeat(last);
      const repeatBoth = () => Promise.all([repeat(last), repeat(lastOfLedger)]);
      /** A different request for each call: a repeated one would get the stored transaction. */
      const deployWith = (desk: Desk) => {
        const prepared = prepareDeploys(deploys + warm).values();
        return async () => {
          built = prepared.next().value as PreparedDeploy;
          await desk.prepare('deploy', built.input);
        };
      };
      const requestsFor = async (read: (address: string) => Promise<unknown>) => {
        count = 0;
        await Promise.all(escrows.map(read));
        return count;
      };
      const readOne = (address: string) => alone.balances({ signer, addresses: [address] });
      const rounds = { count: deploys, warm, restMs: REST_MS };
      const deploy = await samplePair(deployWith(alone), repeatLast, rounds);
      const deployWithLedger = await samplePair(deployWith(withLedger), repeatBoth, rounds);
      // None of them was signed, so the account is where it was before the first.
      [built] = prepareDeploys(1);
      const first = 'engagement-1';
      const found = await withLedger.find({ query: first });
      const finding = await processorMs(() => withLedger.find({ query: first }), FINDS);
      const reading = await processorMs(() => withLedger.get({ id: found.escrows[0]?.id }), FINDS);
      const balance = await samplePair(() => readOne(escrows[0] ?? ''), repeatLast, { ...rounds, count: balances });
      const requests = await requestsFor(readOne);
      return [
        p50(deploy, 'a deploy', PLAIN, { atMostTimes: DEPLOY_AIM }),
        p50(deployWithLedger, 'a deploy while the ledger is asked too', PLAIN),
        figure(`to find ${found.escrows.length} of ${deploys + warm}, processor`, finding, 'ms', {
          atMost: FIND_AIM_MS,
        }),
        figure('to read one of them, processor', reading, 'ms'),
        p50(balance, 'a balance', PLAIN, { atMostTimes: BALANCE_AIM }),
        figure(`${AT_ONCE} single balances at once`, requests, 'requests', {
          against: ['by a plain client', await requestsFor(repeatLast)],
          atMost: REQUESTS_AIM,
        }),
      ];
    }),
};

function numbered(index: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, index);
  return bytes;
}

type PreparedDeploy = {
  readonly input: PrepareInput<'deploy'>;
  readonly reply: unknown;
  readonly ledgerEntries: ReturnType<typeof entries>;
};

function prepareDeploys(count: number): PreparedDeploy[] {
  const condition = time(0, Math.floor(Date.now() / 1_000) + LIFE_S);
  return Array.from({ length: count }, (_, index) => {
    const changes = { engagementId: `engagement-${index}` };
    const sequence = BigInt(index + 1);
    const unsignedTransaction = buildDeploy(request(changes), { salt: numbered(index), condition, sequence });
    // The signer's next transaction is the one that the service builds, so no deploy is a rival of another.
    const ledgerEntries = entries(account(signer, { sequence: sequence - 1n }));
    return { input: requestInput(changes), reply: { status: 'SUCCESS', unsignedTransaction }, ledgerEntries };
  });
}

function balancesFor({ url }: ReceivedRequest): unknown {
  const addresses = new URL(url, 'http://service.example').searchParams.getAll('addresses[]');
  return addresses.map((address) => ({ address, balance: 450.5 }));
}

function ledgerReply({ body }: ReceivedRequest, built: PreparedDeploy | undefined): unknown {
  const { id, method, params } = JSON.parse(body);
  const result = method === 'getNetwork' ? network(sandbox.passphrase) : built?.ledgerEntries(params);
  return { jsonrpc: '2.0', id, result };
}
