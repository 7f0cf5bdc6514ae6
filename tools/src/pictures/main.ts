/** `pnpm pictures`: the README's pictures, taken of the real pages and the real bot with the sandbox behind them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Desk } from '@countersign/core';
import { runCommand } from '@countersign/mcp-server/command-line/run-command';
import { hasBrowser, launch, PHONE } from '@countersign/testkit/page/browser';
import { signAndSend, take } from '@countersign/testkit/page/life';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { discordPictures } from './discord.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 } } as const;
const SIGN = /^Sign as demo account/;

await runCommand(async () => {
  parseArgs({ options: {} });
  await takePictures();
});

async function takePictures(): Promise<void> {
  if (!hasBrowser) throw new Error('there is no Chromium here; install Debian’s package chromium');
  const scene = await openScene();
  const browser = await launch();
  try {
    await mkdir(FOLDER, { recursive: true });
    const { desk } = scene;
    const deal = await desk.prepare('deploy', logo('LOGO-1'));

    const wide = await browser.newPage(WIDE);
    await wide.goto(String(deal.signUrl));
    await wide.getByRole('button', { name: SIGN }).first().waitFor();
    await save('deal', await wide.screenshot());

    const phone = await browser.newPage(PHONE);
    await phone.goto(String(deal.signUrl));
    await phone.locator('.bar button').waitFor();
    await save('deal-on-a-phone', await phone.screenshot());

    await wide.getByRole('button', { name: SIGN }).first().click();
    await wide.getByRole('button', { name: 'Prepare the payment' }).waitFor();
    await save('what-follows', await wide.screenshot());

    await makeEscrows(desk);
    const { url } = await desk.openList();
    const list = await browser.newPage(WIDE);
    await list.goto(url);
    await list.getByRole('region', { name: /^Needs me \d+$/ }).waitFor();
    await save('my-escrows', await list.screenshot());

    await discordPictures(browser, save);
  } finally {
    await browser.close();
    await scene.close();
  }
}

async function save(name: string, png: Uint8Array): Promise<void> {
  await writeFile(`${FOLDER}${name}.png`, png);
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

function logo(engagementId: string) {
  return deployInput({
    engagementId,
    title: 'Logo and brand guide',
    description: 'Logo, colours and a short brand guide.',
    milestones: [
      { description: 'Three sketches', amount: '100' },
      { description: 'Final logo files', amount: '200' },
      { description: 'Brand guide, 12 pages', amount: '150' },
    ],
  });
}

/** One that needs a step of the client's, one that waits for the provider, one that is funded in part. */
async function makeEscrows(desk: Desk): Promise<void> {
  const titled = (title: string) => deployInput({ title });
  for (const title of ['Website for the harbour museum', 'Translation, 40 pages', 'Photos of the opening night']) {
    const deploy = await desk.prepare('deploy', titled(title));
    await signAndSend(desk, 'client', deploy);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
    if (title.startsWith('Website')) {
      await take(desk, 'provider', 'change-status', { escrow: deploy.contractId, milestone: 1, status: 'done' });
    }
  }
  await desk.prepare('deploy', titled('Podcast, six episodes'));
}
