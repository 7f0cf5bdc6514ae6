/** Within one second a service builds an equal step twice, although the escrow shows another report by then. */
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { startService } from '@countersign/testkit/escrow-service/running-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { expect, test } from 'vitest';
import { networkWith } from '../../escrow/network.ts';

const network = networkWith('sandbox', 'v1');

test('prepares no transaction again that showed another report', async () => {
  let [time, builds] = [Date.now(), 0];
  const now = () => time;
  const sandbox = await startService({ rateLimit: 0, network, now });
  const desk = openDeskOfTest({
    ...{ on: sandbox, network, now },
    // Stops the clock until the last step of this test is built for the second time.
    onCheckpoint: (name) => {
      if (name === 'before-build' && ++builds === 7) time += 1_000;
    },
  });
  const { contractId: escrow, ...deploy } = await desk.prepare('deploy', REQUEST);
  await signAndSend(desk, 'client', deploy);
  await signAndSend(desk, 'client', await desk.prepare('fund', { escrow, signer: REQUEST.signer }));
  const report = async (evidence: string) => {
    const prepared = await desk.prepare('change-status', { escrow, milestone: 1, status: 'done', evidence });
    expect(await signAndSend(desk, 'provider', prepared)).toMatchObject({ by: 'ledger' });
  };
  await report('first');
  const shown = await desk.prepare('approve', { escrow, milestone: 1 });
  await report('second');
  const again = await desk.prepare('approve', { escrow, milestone: 1 });
  expect(builds).toBe(7);
  expect(again.transactionHash).not.toBe(shown.transactionHash);
  expect(await signAndSend(desk, 'client', again)).toMatchObject({ by: 'ledger' });
});
