/** What is on the first screen of every action's page, and that each address is there once. */
import type { StepInput } from '@countersign/core/actions';
import type { StepName } from '@countersign/core/escrow';
import { newcomer } from '@countersign/testkit/ledger/newcomer';
import { hasBrowser, openLoneTab } from '@countersign/testkit/page/browser';
import {
  deployInput,
  fundedEscrow,
  type PageSetup,
  platform,
  provider,
  signAndSend,
  take,
} from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, onTestFinished, test } from 'vitest';

const client = String(deployInput().signer);
const FOLD = 700;

type Desk = PageSetup['desk'];

async function step(
  desk: Desk,
  name: StepName,
  input: object,
  before: (escrow: string) => Promise<void> = async () => {},
) {
  const escrow = await fundedEscrow(desk);
  await before(escrow);
  return (await desk.prepare(name, { escrow, ...input } as StepInput)).signUrl;
}

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

/** The page of each action. */
const PAGES: Readonly<Record<string, (scene: PageSetup) => Promise<string | undefined>>> = {
  deploy: async ({ desk }) => (await desk.prepare('deploy', deployInput())).signUrl,
  fund: async ({ desk }) => {
    const deploy = await desk.prepare('deploy', deployInput());
    await signAndSend(desk, 'client', deploy);
    return (await desk.prepare('fund', { id: deploy.id })).signUrl;
  },
  trust: async ({ desk, rpcUrl }) => {
    const worker = await newcomer(rpcUrl);
    return (await desk.prepare('trust', { signer: worker.publicKey(), token: 'USDC' })).signUrl;
  },
  'change-status': ({ desk }) => step(desk, 'change-status', { milestone: 1, status: 'completed', evidence: 'Files' }),
  approve: ({ desk }) =>
    step(desk, 'approve', { milestone: 1 }, (escrow) =>
      take(desk, 'provider', 'change-status', {
        escrow,
        milestone: 1,
        evidence: 'Three files at https://files.example.org/a?x=1 and more',
      }),
    ),
  release: ({ desk }) =>
    step(desk, 'release', { milestone: 1 }, (escrow) => take(desk, 'client', 'approve', { escrow, milestone: 1 })),
  dispute: ({ desk }) => step(desk, 'dispute', { milestone: 2, signer: client }),
  resolve: async ({ desk }) => (await decide(desk, await disputed(desk))).signUrl,
  extend: ({ desk }) => step(desk, 'extend', { signer: platform.address, days: 30 }),
};

describe.runIf(hasBrowser)('the deal', () => {
  const stage = openStage();

  test.each(Object.keys(PAGES))('is on the first screen of %s, with each address once', async (name) => {
    const url = await PAGES[name]?.(stage.scene);
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

  test('gives each who is paid by a decision a line: in the heading, next to the button, and once it is settled', async () => {
    const { desk, url } = stage.scene;
    const prepared = await decide(desk, await disputed(desk));
    const { page, close } = await openLoneTab(stage.browser, url, { viewport: { width: 390, height: 844 } });
    onTestFinished(close);
    await page.goto(String(prepared.signUrl));
    const linesOf = async (place: string) => (await page.locator(place).allInnerTexts()).join().split('\n');
    const lines = [expect.stringMatching(/^Ana gets \d/), expect.stringMatching(/^Ben gets \d/)];
    await page.locator('h1').waitFor();
    expect((await linesOf('h1')).slice(0, 2)).toEqual(lines);
    expect(await linesOf('.bar-deal')).toEqual(lines);
    await signAndSend(desk, 'arbiter', prepared);
    await page.getByRole('heading', { level: 1, name: 'The dispute is decided' }).waitFor();
    expect((await linesOf('.of')).slice(0, 3)).toEqual(['Website for the harbour museum', ...lines]);
  });
});
