/** A page on a public address: what its visitors do there is theirs, and its owner is told so. */
import { deployInput, openScene, signAndSend } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { afterAll, expect, test } from 'vitest';
import { createSigningPage } from './index.ts';

const PUBLIC = 'https://sign.example.org';

const scene = await openScene();
afterAll(() => scene.close());

/** A browser's request to an act of a page, behind the public address. */
async function act(signUrl: string | undefined, name: string, body: object = {}) {
  const page = createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });
  const { pathname } = new URL(String(signUrl));
  const answer = await page.fetch(
    new Request(`${PUBLIC}${pathname}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: PUBLIC },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('declines for the signer alone, once they have signed in with their wallet', async () => {
  const { desk } = scene;
  const prepared = await desk.prepare('deploy', deployInput());
  const { pathname } = new URL(String(prepared.signUrl));
  const page = createSigningPage({ desk, publicUrl: PUBLIC });
  const [stranger, signer] = [browserOf(page, PUBLIC), browserOf(page, PUBLIC)];
  const decline = (browser: typeof signer) => browser.ask(`${pathname}/decline`, { reason: 'Not me' });
  const canDecline = async (browser: typeof signer) => (await browser.ask(`${pathname}/view`)).body['canDecline'];
  const isRefused = { status: 403, body: { error: { code: 'PROOF_NEEDED' } } };
  expect(await decline(stranger)).toMatchObject(isRefused);
  await stranger.signIn('provider');
  expect(await decline(stranger)).toMatchObject(isRefused);
  expect(await canDecline(stranger)).toBeUndefined();
  await signer.signIn('client');
  expect(await canDecline(signer)).toBe(true);
  expect((await decline(signer)).status).toBe(200);
  expect(await desk.lookUp({ id: prepared.id })).toMatchObject({
    status: 'declined',
    message: expect.stringContaining('The signer declined it on its page'),
    detail: 'Not me',
  });
  await expect(desk.prepare('deploy', { id: prepared.id })).rejects.toMatchObject({
    code: 'DECLINED',
    remedy: expect.stringContaining('give the whole request'),
  });
});

test('preparing the payment leaves the owner’s limit of the day as it was', async () => {
  const { desk } = scene;
  const deploy = await desk.prepare('deploy', deployInput());
  await signAndSend(desk, 'client', deploy);
  // The deploy of 5,000 of the test before, this one, and 1,000 more.
  await desk.setLimits({ maxPerDay: '11000' });
  expect((await act(deploy.signUrl, 'next', { action: 'fund' })).body).toHaveProperty('next');
  const payment = { escrow: deploy.contractId, signer: deployInput()['signer'], amount: '4000' };
  expect((await desk.prepare('fund', payment as never)).status).toBe('prepared');
  await desk.setLimits({});
});

test('prepares on a settled page only the steps of its signer, for its own escrow', async () => {
  const { desk } = scene;
  const deploy = await desk.prepare('deploy', deployInput());
  const codeOf = async (body: object) => ((await act(deploy.signUrl, 'next', body)).body['error'] as object) ?? 'none';
  const notPossible = { code: 'STEP_NOT_POSSIBLE' };
  expect(await codeOf({ action: 'fund' })).toMatchObject(notPossible);
  await signAndSend(desk, 'client', deploy);
  // The provider's turn; no one's turn; a milestone that a payment has not.
  for (const body of [
    { action: 'change-status', milestone: 1 },
    { action: 'release', milestone: 1 },
    { action: 'fund', milestone: 1 },
  ]) {
    expect(await codeOf(body), JSON.stringify(body)).toMatchObject(notPossible);
  }
  for (const body of [
    { action: 'update' },
    { action: 'fund', amount: '1' },
    { action: 'fund', signer: deployInput().signer },
    { action: 'fund', escrow: deploy.contractId },
    { action: 'fund', evidence: 'a link' },
    { action: 'approve', milestone: 1.5 },
    {},
    [],
  ]) {
    expect(await codeOf(body), JSON.stringify(body)).toMatchObject({ code: 'INPUT_INVALID' });
  }
  const { next, ...view } = (await act(deploy.signUrl, 'next', { action: 'fund' })).body;
  expect(next).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.stringify(view)).not.toContain(next);
  expect(await desk.page(String(next)).view()).toMatchObject({
    action: 'fund',
    request: { signer: deployInput().signer, escrow: deploy.contractId, amount: '5000' },
  });
});
