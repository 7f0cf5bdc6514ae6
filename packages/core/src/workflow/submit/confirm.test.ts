/** What is withheld until a person confirms it: for how long, and what a confirmation covers. */
import { deployInput, openScene, signAndSend } from '@countersign/testkit/page/scene';
import { afterAll, expect, test } from 'vitest';

const scene = await openScene();
afterAll(() => scene.close());

const HOUR = 3_600_000;
/** The platform would take a quarter of each payment. */
const risky = () => deployInput({ platformFee: 25 });

test('stays to be confirmed for as long as it waits, and is prepared again when it is confirmed', async () => {
  const { desk, clock } = scene;
  const prepared = await desk.prepare('deploy', risky());
  clock.ahead += HOUR;
  const isAsked = { status: 'to-confirm', signUrl: prepared.signUrl };
  expect(await desk.status(prepared.id)).toMatchObject(isAsked);
  const page = desk.page(String(prepared.signUrl).slice(-32));
  const { judgement: risk, summary, offer: withheld } = await page.view();
  expect(withheld).not.toHaveProperty('unsignedXdr');
  expect(summary).toMatchObject({ total: '5000' });
  // Once the ledger has shown that the withheld transaction is over, too.
  expect(await desk.lookUp({ id: prepared.id })).toMatchObject(isAsked);
  const report = await desk.get({ id: prepared.id });
  expect(report).toMatchObject(isAsked);
  expect(report).not.toHaveProperty('expiresAt');
  expect((await desk.find({})).escrows.find(({ id }) => id === prepared.id)).toMatchObject({ status: 'to-confirm' });
  const confirmed = await page.confirm({ amount: '5,000', shown: risk.key });
  expect(confirmed.status).toBe('prepared');
  expect(confirmed.transactionHash).not.toBe(prepared.transactionHash);
  await signAndSend(desk, 'client', confirmed as typeof prepared);
});

test('requires a confirmation of what turns up while it is prepared again', async () => {
  const { desk } = scene;
  const input = deployInput();
  const first = await desk.prepare('deploy', input);
  const prepared = await desk.prepare('deploy', { ...input, platformFee: 25 });
  await signAndSend(desk, 'client', first);
  const again = await desk.confirm(prepared.id, { amount: '5000 USDC', shown: prepared.judgement.key });
  expect(again).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'FEE_ABOVE_STOP' }, { code: 'ANOTHER_VERSION_SETTLED' }] },
  });
  expect((await desk.confirm(prepared.id, { amount: '5000', shown: again.judgement.key })).status).toBe('prepared');
});
