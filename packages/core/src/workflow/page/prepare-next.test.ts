/** The next step from a settled page: whose it is, what bounds it, and what it never takes from who asks. */
import { codeOf, failure } from '@countersign/testkit/desk/failure';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, fundedEscrow, openScene, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { afterAll, expect, test } from 'vitest';
import type { PageDesk } from '../create-desk.ts';

const scene = await openScene();
afterAll(() => scene.close());

const BOB = { tenant: 'guild', id: 'bob' };
let count = 0;

/** An escrow that somebody of a Discord server had set up; its page, as a browser elsewhere opens it. */
async function settledPage() {
  count += 1;
  const person = scene.desk.for({ tenant: 'guild', id: `ada ${count}` });
  const deploy = await person.prepare('deploy', deployInput());
  const page = scene.desk.page(pageOf(deploy), 'a browser');
  expect(await page.escrow()).toBeUndefined();
  expect((await failure(page.prepareNext({ action: 'fund' }))).code).toBe('STEP_NOT_POSSIBLE');
  await page.submit(signAs('client', String(deploy.unsignedXdr), deploy.transactionHash));
  return { deploy, page, person };
}

const pageOf = ({ signUrl }: { readonly signUrl?: string | undefined }) => String(signUrl).slice(-32);

test('a step prepared from a page belongs only to the page’s owner', async () => {
  const { deploy, page, person } = await settledPage();
  const before = await person.handles();
  const next = await page.prepareNext({ action: 'fund' });
  expect(await page.prepareNext({ action: 'fund' })).toEqual(next);
  const view = await scene.desk.page(next.page, 'a browser').view();
  expect(view).toMatchObject({ action: 'fund', request: { escrow: deploy.contractId, amount: '5000' } });
  expect(await person.handles()).toEqual([view.id, ...before]);
  expect(await scene.desk.for(BOB).handles()).toEqual([]);
  expect(await scene.desk.handles()).not.toContain(view.id);
});

test('applies the owner’s limits without telling the visitor any sums', async () => {
  const { page, person } = await settledPage();
  await person.setLimits({ maxAmount: '4711' });
  const refused = await failure(page.prepareNext({ action: 'fund' }));
  expect(refused.code).toBe('LIMIT_REACHED');
  expect(JSON.stringify(refused.toView())).not.toContain('4711');
});

test('asks the ledger whose turn it is when the button is pressed', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1 });
  const { id } = await desk.get({ contractId: escrow });
  const page: PageDesk = desk.page(pageOf(await desk.status(String(id))));
  expect((await page.escrow())?.turn).toContainEqual(expect.objectContaining({ action: 'approve', milestone: 1 }));
  await take(desk, 'client', 'dispute', { escrow, milestone: 1, signer: String(deployInput().signer) });
  const refused = await failure(page.prepareNext({ action: 'approve', milestone: 1 }));
  expect(refused.code).toBe('STEP_NOT_POSSIBLE');
  expect(refused.remedy).toContain('Dispute resolver');
  expect((await failure(page.prepareNext({ action: 'change-status', milestone: 2 }))).message).toContain(
    'Another person has to sign this',
  );
});

test('limits new evidence, so that it cannot fill the store', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const report = await desk.prepare('change-status', { escrow, milestone: 1 });
  await signAndSend(desk, 'provider', report);
  const page = desk.page(pageOf(report), 'a browser', 'en', [provider.address]);
  const before = (await desk.handles()).length;
  const codes: string[] = [];
  for (let round = 0; round < 24; round++) {
    const step = page.prepareNext({ action: 'change-status', milestone: 2, evidence: `Photograph ${round}` });
    codes.push(await codeOf(step));
  }
  expect((await desk.handles()).length - before).toBe(20);
  expect(codes.slice(20)).toEqual(Array(4).fill('RATE_LIMITED'));
  // Other steps, and the person who prepares it elsewhere, go on.
  const elsewhere = await desk.prepare('change-status', { escrow, milestone: 2, evidence: 'The last photograph' });
  expect(elsewhere.status).toBe('prepared');
});
