/** What preparing a step costs without HTTP: the time in which no request is in progress. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Desk, openSqliteStore } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS } from '@countersign/core/network';
import { startCli } from '@countersign/testkit/escrow-service/child';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signAndSend } from '@countersign/testkit/page/scene';
import { withResources } from '../command-line/resources.ts';
import { openBenchDesk } from './desk.ts';
import { type Bench, figure, median } from './figure.ts';

const ESCROWS = 12;
/** Whose steps do not count. */
const WARM = 4;
/** As many as an escrow of the sandbox may have, each approved once. */
const MILESTONES = 10;
const AIM_MS = 4;

export const stepsBench: Bench = {
  title: 'Preparing a step',
  measure: () =>
    withResources(async (resources) => {
      // In a separate process, so that its work is not measured.
      const service = await startCli([], { COUNTERSIGN_DATA_DIR: await resources.folder() });
      resources.defer(() => service.exited);
      resources.defer(() => service.process.kill());
      const store = resources.use(openSqliteStore(undefined, 'sandbox'));
      const ledger = openLedger([service.rpcUrl], NETWORKS.sandbox.passphrase);
      const desk = openBenchDesk({ baseUrl: service.url }, { store, ledger });
      const [own, whole]: [number[], number[]] = [[], []];
      for (let index = 0; index < ESCROWS; index++) {
        const escrow = await deploy(desk, `bench-${index}`);
        for (let milestone = 1; milestone <= MILESTONES; milestone++) {
          const { withoutHttp, total } = await timesOf(() => desk.prepare('approve', { escrow, milestone }));
          if (index < WARM) continue;
          own.push(withoutHttp);
          whole.push(total);
        }
      }
      return [
        figure('an approval, with its escrow read from the ledger', median(own), 'ms', {
          against: ['with its requests', median(whole)],
          atMost: AIM_MS,
        }),
      ];
    }),
};

async function deploy(desk: Desk, engagementId: string): Promise<string> {
  const numbers = Array.from({ length: MILESTONES }, (_, index) => index + 1);
  const milestones = numbers.map((number) => ({ description: `Part ${number}`, amount: '1' }));
  const prepared = await desk.prepare('deploy', { ...REQUEST, engagementId, milestones });
  await signAndSend(desk, 'client', prepared);
  return prepared.contractId;
}

/** In milliseconds. Requests that overlap count once. */
async function timesOf(
  work: () => Promise<unknown>,
): Promise<{ readonly withoutHttp: number; readonly total: number }> {
  let running = 0;
  let since = 0;
  let inHttp = 0;
  const begins = () => {
    if (running++ === 0) since = performance.now();
  };
  const ends = () => {
    if (--running === 0) inHttp += performance.now() - since;
  };
  const channels = [
    ['undici:request:create', begins],
    ['undici:request:trailers', ends],
    ['undici:request:error', ends],
  ] as const;
  for (const [channel, listener] of channels) subscribe(channel, listener);
  const begun = performance.now();
  await work();
  const total = performance.now() - begun;
  for (const [channel, listener] of channels) unsubscribe(channel, listener);
  return { withoutHttp: total - inHttp, total };
}
