/** What a person decides on the page, and what they are told: stops, a no, newer versions, and whose word a state is. */
import type { DeployInput } from '@countersign/core/escrow';
import { NETWORKS } from '@countersign/core/network';
import { hasBrowser, openLoneTab, openTab } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { DEAL, deployInput, platform, provider, signAndSend } from '@countersign/testkit/page/scene';
import { changeViews, openStage, passTimeUntil } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

const HOUR = 3_600_000;

/** Stops: the platform would take a quarter of each payment. */
const risky = () => deployInput({ platformFee: 25 });

describe.runIf(hasBrowser)('a person decides', () => {
  const stage = openStage();

  async function open(input: DeployInput = deployInput()) {
    const tab = await openTab(stage.browser, stage.scene.url);
    onTestFinished(async () => {
      await tab.close();
      expect(tab.oddities).toEqual([]);
    });
    const freighter = await installFreighter(tab.page, NETWORKS.sandbox.passphrase);
    const prepared = await stage.scene.desk.prepare('deploy', input);
    await tab.page.goto(prepared.signUrl as string);
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    return { page: tab.page, prepared, freighter };
  }
  const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const type = (page: Page, amount: string) => page.getByLabel('type the total exactly as it is shown').fill(amount);
  const statusText = async (page: Page) => String(await page.locator('.status').textContent());
  const viewOf = async (signUrl: string) => (await (await fetch(`${signUrl}/view`)).json()) as PageView;

  describe('on what stops', () => {
    test('nothing to sign is given, by the page or its server, until the total is typed as it is shown', async () => {
      const { page, prepared } = await open(risky());
      await title(page, 'Stop and read this first');
      expect(prepared.unsignedXdr).toBeUndefined();
      expect((await viewOf(prepared.signUrl as string)).offer.unsignedXdr).toBeUndefined();
      expect(String(await page.locator('.stop').textContent())).toContain('The platform fee is 25 % of each payment');
      expect(String(await page.locator('.facts').textContent())).toContain(provider.address);
      // Once, beside where it is confirmed.
      expect(await page.getByText('more than 20 %').filter({ visible: true }).count()).toBe(1);
      const nothingToSign = async () => {
        expect(await page.getByRole('button', { name: /^(Sign|Download|Copy transaction)/ }).count()).toBe(0);
        expect(await page.getByText('Unsigned transaction (XDR)').count()).toBe(0);
      };
      await nothingToSign();
      for (const wrong of ['', '500', '50,00', '25']) {
        await type(page, wrong);
        await press(page, 'I have read this, and want it all the same');
        await page.getByRole('alert').getByText('This is not what is shown').waitFor();
        await nothingToSign();
      }
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('to-confirm');

      await type(page, prepared.summary.total);
      await press(page, 'I have read this, and want it all the same');
      await title(page, DEAL);
      expect(await page.evaluate('document.activeElement.textContent')).toMatch(DEAL);
      // The warning stays next to the button.
      expect(String(await page.locator('.sign').textContent())).toContain('This was confirmed. It still applies:');
      expect(String(await page.locator('.sign').textContent())).toContain('The platform fee is 25 % of each payment');
      await press(page, 'Sign as demo account “client”');
      await title(page, 'The escrow is deployed');
    });

    test.each([
      ['for an hour on screen', async () => {}],
      ['until it is reloaded', async (page: Page) => void (await page.reload())],
      [
        'until it is opened late',
        async (page: Page) => {
          const address = page.url();
          await page.goto('about:blank');
          stage.scene.clock.ahead += HOUR;
          await page.goto(address);
        },
      ],
    ])('waits %s, and is prepared again when it is confirmed', async (_, wait) => {
      const { page, prepared } = await open(risky());
      await passTimeUntil(stage.scene, page, prepared.expiresAt, -HOUR / 1_000);
      await stage.scene.desk.status(prepared.id);
      await wait(page);
      await title(page, 'Stop and read this first');
      expect(await page.getByText('more than 20 %').filter({ visible: true }).count()).toBe(1);
      expect(await page.getByText('It is prepared again when you sign').count()).toBe(0);
      expect(await page.locator('#decline summary').isVisible()).toBe(true);
      await type(page, prepared.summary.total);
      await press(page, 'I have read this, and want it all the same');
      await title(page, DEAL);
      await press(page, 'Sign as demo account “client”');
      await title(page, 'The escrow is deployed');
    });

    test('a reason that came up since is shown, and confirmed as well', async () => {
      const input = deployInput();
      const first = await stage.scene.desk.prepare('deploy', input);
      const { page, prepared } = await open({ ...input, platformFee: 25 });
      await signAndSend(stage.scene.desk, 'client', first);
      const confirm = async () => {
        await type(page, prepared.summary.total);
        await press(page, 'I have read this, and want it all the same');
      };
      await confirm();
      await page.getByRole('alert').getByText('the reasons not to sign are no longer the same').waitFor();
      const stops = page.locator('.stop .stops li');
      expect(await stops.count()).toBe(2);
      expect(String(await stops.last().textContent())).toContain('Another version of this escrow exists already');
      expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
      await confirm();
      await page.getByRole('button', { name: 'Sign as demo account “client”' }).waitFor();
    });

    test('the server refuses another amount, no matter who sends it', async () => {
      const { page, prepared } = await open(risky());
      const { origin } = new URL(prepared.signUrl as string);
      const shown = prepared.judgement.key;
      const confirm = (amount: unknown) =>
        fetch(`${prepared.signUrl}/confirm`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify({ amount, shown }),
        });
      for (const amount of ['1', 5_000, undefined]) expect((await confirm(amount)).status).toBe(400);
      await title(page, 'Stop and read this first');
    });

    test('a warning is shown next to the tick, and is not a stop', async () => {
      const roles = { ...(deployInput()['roles'] as object), receiver: platform.address, release: provider.address };
      const { page } = await open(
        deployInput({ platformFee: 0.05, roles: { ...roles, disputeResolver: provider.address } }),
      );
      const text = await statusText(page);
      expect(text).toContain('This is what was asked for. Check that it is what you want.');
      const warnings = (await page.locator('.look-twice li').allTextContents()).join('\n');
      expect(warnings).toContain('The platform fee is 0.05 %. Was 5 % meant?');
      expect(warnings).toContain('can take all of it once money is paid in');
      await page.getByRole('button', { name: 'Sign with Freighter' }).waitFor();
    });
  });

  describe('to say no', () => {
    test('“this is not what I want” ends the offer, with the reason, for page, assistant and wallet', async () => {
      const { page, prepared } = await open();
      await page.locator('#decline summary').click();
      const reason = page.getByLabel('What is wrong?');
      await reason.fill('x'.repeat(400));
      expect((await reason.inputValue()).length).toBe(300);
      await reason.fill('I never agreed to three milestones');
      await press(page, 'End this offer');
      await title(page, 'Declined');
      expect(await statusText(page)).toContain('The reason: “I never agreed to three milestones”');
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await stage.scene.desk.status(prepared.id)).toMatchObject({
        status: 'declined',
        detail: 'I never agreed to three milestones',
      });
      await page.reload();
      await title(page, 'Declined');
    });

    test('without a reason, and in place of a confirmation', async () => {
      const { page, prepared } = await open(risky());
      await page.locator('#decline summary').click();
      await press(page, 'End this offer');
      await title(page, 'Declined');
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('declined');
    });

    test('a secret in the reason is refused and not kept', async () => {
      const { page, prepared } = await open();
      await page.locator('#decline summary').click();
      await page
        .getByLabel('What is wrong?')
        .fill('legal winner thank year wave sausage worth useful legal winner thank yellow');
      await press(page, 'End this offer');
      await page
        .getByRole('alert')
        .getByText(/secret|phrase/)
        .first()
        .waitFor();
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('prepared');
    });
  });

  test('a newer version: the new page says what it replaces, the old one that it is over and what differs', async () => {
    const input = deployInput();
    const { page, prepared } = await open(input);
    const newer = await stage.scene.desk.prepare('deploy', { ...input, title: 'Website for the maritime museum' });
    const { page: second, close } = await openLoneTab(stage.browser, stage.scene.url);
    onTestFinished(close);
    await second.goto(newer.signUrl as string);
    await title(second, 'Stop and read this first');
    expect(String(await second.locator('.stop').textContent())).toContain(
      'It replaces a version that somebody opened already',
    );
    await title(page, DEAL);
    // Until it is confirmed, either of the two can be signed.
    await page.reload();
    await page.getByText('A newer version of this was prepared.').waitFor();
    const toNewer = page.getByRole('link', { name: 'Open the newer version' });
    expect(await toNewer.getAttribute('href')).toBe(newer.signUrl);
    expect(await page.getByRole('button', { name: /^Sign as/ }).count()).toBe(1);
    await type(second, newer.summary.total);
    await press(second, 'I have read this, and want it all the same');
    await title(second, DEAL);
    await second.getByText('Website for the maritime museum').first().waitFor();
    await second.getByText('This is a new version of an earlier one').waitFor();
    await title(page, 'Replaced by a newer version');
    const text = await statusText(page);
    expect(text).toContain('Website for the maritime museum');
    expect(text).toContain('Website for the harbour museum');
    expect(await page.getByRole('button').count()).toBe(0);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('superseded');
    await toNewer.click();
    await title(page, DEAL);
    await page.getByText('Website for the maritime museum').first().waitFor();
  });

  test('a newer version says so when the earlier one was signed after all, and what can still be done', async () => {
    const input = deployInput();
    const { page, prepared } = await open(input);
    const newer = await stage.scene.desk.prepare('deploy', { ...input, title: 'Website for the maritime museum' });
    await signAndSend(stage.scene.desk, 'client', prepared);
    await page.goto(newer.signUrl as string);
    await title(page, 'Another transaction went first');
    const text = await statusText(page);
    expect(text).toContain('An earlier version of this escrow was signed, and exists now');
    expect(text).toContain('ask for a change of its terms, or for a second escrow with another engagement id');
    expect(text).toContain('Website for the harbour museum');
    expect(text).toContain(prepared.contractId);
  });

  test('a displaced transaction names the one that went first, and is prepared again on its page', async () => {
    const { page, prepared } = await open();
    const other = await stage.scene.desk.prepare('deploy', deployInput({ title: 'Logo' }));
    await page.reload();
    await page.getByText(/^Also waiting for a signature of this account: a new escrow “Logo”/).waitFor();
    await signAndSend(stage.scene.desk, 'client', other);
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('displaced');
    await title(page, 'Another transaction went first');
    await page.locator('.displaced dl').waitFor();
    const text = await statusText(page);
    expect(text).toContain('a new escrow: “Logo”');
    expect(text).toContain(other.transactionHash);
    expect(text).not.toMatch(/expired|time is over/);
    await press(page, 'Prepare it again');
    await title(page, DEAL);
    await press(page, 'Sign as demo account “client”');
    await title(page, 'The escrow is deployed');
    expect((await stage.scene.desk.status(prepared.id)).status).toBe('settled');
  });

  describe('is told whose word a state is', () => {
    async function openAs(changes: Partial<PageView['status']>) {
      const opened = await open();
      let isPreparedAgain = false;
      opened.page.on('request', (request) => {
        isPreparedAgain ||= request.url().endsWith('/renew');
      });
      await changeViews(opened.page, (view) =>
        isPreparedAgain ? view : { ...view, status: { ...view.status, ...changes } },
      );
      await opened.page.reload();
      return opened;
    }
    const differences = [{ field: 'roles.receiver', asked: provider.address, found: platform.address }];

    test.each<[string, Partial<PageView['status']>, string, string[]]>([
      [
        'another contract at its address is an alarm',
        { status: 'taken', by: 'ledger', ledger: 'rpc.example.org', differences },
        'Do not fund it: another contract is at its address',
        [
          'Do not fund it, and sign nothing more for it.',
          provider.address,
          platform.address,
          'The ledger says so, asked at rpc.example.org.',
        ],
      ],
      [
        'what only the service says is no reason to pay',
        { status: 'accepted', by: 'service' },
        'The service says that it settled',
        ['Do not fund it yet.', 'Only the escrow service says so.'],
      ],
      [
        'what was changed since is read before anything is paid',
        { status: 'settled', by: 'ledger', changedSince: differences },
        'The escrow is deployed',
        ['It was changed on the ledger since', platform.address, 'when signed', 'The ledger says so.'],
      ],
      [
        'what the ledger refused',
        { status: 'rejected', by: 'ledger', ledger: 'rpc.example.org' },
        'It did not settle',
        ['No escrow was created.', 'The ledger says so, asked at rpc.example.org.'],
      ],
    ])('%s', async (_, status, name, words) => {
      const { page } = await openAs(status);
      await title(page, name);
      const text = await statusText(page);
      for (const word of words) expect(text).toContain(word);
      expect(text).not.toContain('Have the payment');
      expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    });

    test('a transaction that the ledger refused is shown again before it is signed', async () => {
      const { page, prepared, freighter } = await openAs({ status: 'rejected', by: 'ledger' });
      await title(page, 'It did not settle');
      await press(page, 'Prepare it again');
      await title(page, DEAL);
      expect(freighter.asked).toEqual([]);
      await press(page, 'Sign as demo account “client”');
      await title(page, 'The escrow is deployed');
      expect((await stage.scene.desk.status(prepared.id)).status).toBe('settled');
    });
  });
});
