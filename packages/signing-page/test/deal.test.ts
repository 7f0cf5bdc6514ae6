/** What is on the first screen of a page, and that each address is there once. */
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import {
  deployInput,
  fundedEscrow,
  type PageSetup,
  provider,
  signAndSend,
  take,
} from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

const client = String(deployInput().signer);
const FOLD = 700;

type Desk = PageSetup['desk'];

/** Of two shares. */
const decide = (desk: Desk, escrow: string) =>
  desk.prepare('resolve', {
    escrow,
    milestone: 3,
    distributions: [
      { address: client, amount: '900' },
      { address: provider.address, amount: '99.5' },
    ],
  });

async function disputed(desk: Desk): Promise<string> {
  const escrow = await fundedEscrow(desk);
  await take(desk, 'client', 'dispute', { escrow, milestone: 3, signer: client });
  return escrow;
}

/** One page for each shape of a deal. */
const PAGES: Readonly<Record<string, (desk: Desk) => Promise<{ readonly signUrl?: string | undefined }>>> = {
  deploy: (desk) => desk.prepare('deploy', deployInput()),
  fund: async (desk) => {
    const deploy = await desk.prepare('deploy', deployInput());
    await signAndSend(desk, 'client', deploy);
    return await desk.prepare('fund', { id: deploy.id });
  },
  approve: async (desk) => {
    const escrow = await fundedEscrow(desk);
    const evidence = 'Three files at https://files.example.org/a?x=1 and more';
    await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence });
    return await desk.prepare('approve', { escrow, milestone: 1 });
  },
  resolve: async (desk) => await decide(desk, await disputed(desk)),
};

describe.runIf(hasBrowser)('the deal', () => {
  const stage = openStage();

  test.each(Object.keys(PAGES))('is on the first screen of %s, with each address once', async (name) => {
    const url = (await PAGES[name]?.(stage.scene.desk))?.signUrl;
    for (const width of [390, 1_280]) {
      const tab = await openLoneTab(stage.browser, stage.scene.url, { viewport: { width, height: 844 } });
      onTestFinished(() => tab.close());
      const { page } = tab;
      await page.goto(String(url));
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const place of ['h1', '.sentences']) {
        const box = await page.locator(place).boundingBox();
        expect((box?.y ?? FOLD) + (box?.height ?? FOLD), `${place} at ${width}`).toBeLessThan(FOLD);
      }
      if (name === 'approve')
        expect(await page.locator('#sign .report a').getAttribute('href')).toBe('https://files.example.org/a?x=1');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const shown = String(
        await page.evaluate(
          `(() => { const main = document.querySelector('main').cloneNode(true); for (const each of main.querySelectorAll('.transaction, form, .asides')) each.remove(); return main.textContent; })()`,
        ),
      );
      const addresses = shown.match(/[GC][A-Z2-7]{55}/gu) ?? [];
      expect(addresses.length, name).toBeGreaterThan(0);
      expect(new Set(addresses).size, addresses.join(' ')).toBe(addresses.length);
      expect(shown).not.toMatch(/undefined|NaN|\[object/);
      expect(tab.oddities).toEqual([]);
    }
  });
});
