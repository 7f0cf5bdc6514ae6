/** Who cannot be paid yet, on the page: above everything that leads to a signature, with a button where one helps. */
import { NETWORKS } from '@countersign/core/network';
import { newcomer, signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, provider } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';

const [usdc] = NETWORKS.sandbox.tokens;
const NO_ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

describe.runIf(hasBrowser)('the page of an escrow that cannot pay everyone', () => {
  const stage = openStage();

  async function open(receivers: readonly string[], options: BrowserContextOptions = {}) {
    const { desk, url } = stage.scene;
    const { receiver: _, ...roles } = deployInput()['roles'] as Record<string, string>;
    const milestones = receivers.map((receiver) => ({ description: 'Poster', amount: '10', receiver }));
    const prepared = await desk.prepare('deploy', deployInput({ roles, milestones }));
    const { page, oddities, close } = await openTab(stage.browser, url, options);
    endClean({ close, oddities });
    await page.goto(prepared.signUrl as string);
    await page.locator('.payees').waitFor();
    return { page, prepared };
  }

  test('warns above the tick and the buttons, and prepares the missing trustline for its owner to sign', async () => {
    const worker = await newcomer(stage.scene.rpcUrl);
    const { page } = await open([provider.address, worker.publicKey(), NO_ACCOUNT]);
    const box = page.locator('.status .payees');
    const shown = String(await box.textContent());
    expect(shown).toContain('Not everyone can be paid yet');
    await box.locator('table').waitFor();
    expect(await box.locator('tbody tr').allTextContents()).toEqual([
      `Ben ${provider.address}9.72 USDC`,
      expect.stringMatching(`^ ${worker.publicKey()}No trustline yet: its owner adds one.*9.72 USDC$`),
      ` ${NO_ACCOUNT}No account yet: its owner opens one with some XLM.9.72 USDC`,
    ]);
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
    expect(await top('.payees')).toBeLessThan(await top('.status .verdict'));
    expect(await page.locator('.people').textContent()).not.toContain('does not accept this token');
    await box.getByRole('button', { name: 'Prepare the trustline' }).click();
    const address = await box.getByRole('link').getAttribute('href');
    await page.goto(String(address));
    await page.getByRole('heading', { level: 1, name: 'Let your account hold USDC' }).waitFor();
    const [id] = await stage.scene.desk.handles();
    const trust = await stage.scene.desk.renew(String(id));
    expect(trust.summary).toMatchObject({ signer: worker.publicKey(), token: { address: usdc.address } });
    const signedXdr = signWith(worker, trust.unsignedXdr as string);
    expect(await stage.scene.desk.submit({ signedXdr })).toMatchObject({ status: 'settled' });
  });

  test('warns in Spanish', async () => {
    const worker = await newcomer(stage.scene.rpcUrl);
    const { page } = await open([worker.publicKey()], { locale: 'es-AR' });
    const shown = () => page.locator('.payees').textContent();
    await expect.poll(shown).toContain('Todavía no se le puede pagar a alguien');
    await expect.poll(shown).toContain('Preparar la línea de confianza');
  });
});
