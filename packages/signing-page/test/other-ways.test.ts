/** The transaction leaves as a link, and a phone finds the page by a QR code. */

import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { encode } from 'uqr';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveSigningPage } from '../src/index.ts';

const { passphrase } = NETWORKS.sandbox;
const PUBLIC = 'https://sign.example.org';

describe.runIf(hasBrowser)('another way to sign', () => {
  const stage = openStage();

  async function open() {
    const { page, oddities, close } = await openLoneTab(stage.browser, stage.scene.url);
    onTestFinished(() => close());
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(prepared.signUrl as string);
    await page.getByText('Sign in another wallet').click();
    return { page, oddities, prepared };
  }

  test('a SEP-7 link has all that a wallet needs, and the escrow settles from what the wallet posts back', async () => {
    const { page, oddities, prepared } = await open();
    await page.getByRole('button', { name: 'Open in a wallet app on this device' }).click();
    // No app here opens such links, and the browser's error names the link.
    await expect.poll(() => oddities.join()).toContain('web+stellar:tx?');
    const [link = ''] = /web\+stellar:tx\?[^'\s]+/.exec(oddities.join()) ?? [];
    const fields = new URLSearchParams(link.slice('web+stellar:tx?'.length));
    expect(Object.fromEntries(fields)).toEqual({
      xdr: prepared.unsignedXdr,
      network_passphrase: passphrase,
      pubkey: prepared.summary.signer,
      msg: `From Countersign. The transaction’s hash: ${prepared.transactionHash}`,
      callback: `url:${prepared.signUrl}/callback`,
    });
    expect(link.slice('web+'.length)).not.toContain('+');
    const callback = String(fields.get('callback')).slice('url:'.length);
    const body = new URLSearchParams({ xdr: signWith(sandboxKeypair('client'), String(fields.get('xdr'))) });
    expect((await fetch(callback, { method: 'POST', body })).status).toBe(200);
    await page.getByRole('heading', { name: 'The escrow is deployed' }).waitFor();
  });

  test('links that leave the page say so, and take the transaction with them', async () => {
    const { page, oddities, prepared } = await open();
    const asked: URL[] = [];
    for (const site of ['https://lab.stellar.org/**', 'https://albedo.link/**']) {
      await page.context().route(site, (route) => {
        asked.push(new URL(route.request().url()));
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' });
      });
    }
    for (const name of [/Stellar Lab: leaves this page/, /Albedo’s site: leaves this page/]) {
      const opening = page.context().waitForEvent('page');
      await page.getByRole('link', { name }).click();
      const opened = await opening;
      await opened.waitForLoadState();
      expect(await opened.evaluate('window.opener')).toBe(null);
      expect(await opened.evaluate('document.referrer')).toBe('');
    }
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      xdr: prepared.unsignedXdr,
      networkPassphrase: passphrase,
    });
    expect(asked[1]?.searchParams.get('sep0007link')).toContain(encodeURIComponent(String(prepared.unsignedXdr)));
    expect(oddities).toEqual([]);
  });

  test('a page under a public address shows it as a QR code, under the page’s policy', async () => {
    const { page, oddities, close } = await openLoneTab(stage.browser, PUBLIC);
    onTestFinished(() => close());
    const served = await serveSigningPage({ desk: stage.scene.desk, publicUrl: PUBLIC });
    onTestFinished(() => served.close());
    await page.route(`${PUBLIC}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.endsWith('/events')) return await route.fulfill({ status: 503 });
      const headers = { ...(await route.request().allHeaders()), host: new URL(PUBLIC).host };
      const response = await route.fetch({ url: `http://127.0.0.1:${served.port}${pathname}`, headers });
      return await route.fulfill({ response });
    });
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    const address = `${PUBLIC}${new URL(prepared.signUrl as string).pathname}`;
    await page.goto(address);
    await page.getByText('Sign in another wallet').click();
    await page.getByText('Sign on your phone').click();
    const code = page.getByRole('img', { name: `QR code of this page’s address: ${address}` });
    await code.waitFor();
    const { data } = encode(address, { border: 4 });
    const dark = data.flat().filter(Boolean).length;
    await expect
      .poll(async () => ((await code.locator('path').getAttribute('d')) ?? '').split('M').length - 1)
      .toBe(dark);
    expect(oddities).toEqual([]);
    // Without events the page asks for its view again and again.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
