/** The card for everybody: axe-core finds nothing, nothing is too wide, the keyboard is enough, and no text does harm. */
import { signAs } from '@countersign/testkit/mcp/request';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { openCardStage, type ShownCard } from '@countersign/testkit/page/card-host';
import { deployInput } from '@countersign/testkit/page/scene';
import { describe, expect, test } from 'vitest';
import { testLooks } from './looks.ts';

const isTooWide = ({ frame }: ShownCard): Promise<unknown> =>
  frame.evaluate('document.documentElement.scrollWidth > innerWidth');
const drawn = ({ frame }: ShownCard) => frame.getByRole('heading', { level: 1 }).waitFor();

describe.runIf(hasBrowser)('the card for everybody', () => {
  const stage = openCardStage();

  type Reply = Awaited<ReturnType<typeof stage.call>>;
  const deployed = () => stage.call('deploy_escrow', { ...deployInput(), includeXdr: true });
  const settled = async () => {
    const { structuredContent } = await deployed();
    const { id, unsignedXdr, transactionHash } = structuredContent as Record<string, string>;
    const signedXdr = signAs('client', `${unsignedXdr}`, `${transactionHash}`);
    await stage.call('submit_signed_xdr', { id, signedXdr });
    return id;
  };
  const states: Readonly<Record<string, () => Promise<Reply>>> = {
    'a deploy': deployed,
    'one to be confirmed': () => stage.call('deploy_escrow', deployInput({ platformFee: 45 })),
    'a payment': async () => await stage.call('prepare_step', { step: 'fund', id: await settled() }),
    'an escrow': async () => await stage.call('get_escrow', { escrow: await settled() }),
    'a deploy that is not what was asked for': async () => {
      const deploy = await deployed();
      return { ...deploy, structuredContent: { ...deploy.structuredContent, escrow: 'another' } };
    },
  };
  testLooks('card', states, async (reply, { options: { locale = 'en' } }) => {
    const card = await stage.showReply(await reply(), { context: { theme: 'dark', locale } });
    await drawn(card);
    return {
      document: card.frame,
      change: async ({ width, scheme }) => {
        await card.page.setViewportSize({ width: width + 16, height: 844 });
        await card.page.evaluate(
          `changeContext({ theme: '${scheme}', locale: '${locale}' }); document.querySelector('iframe').style.width = '${width}px'`,
        );
        await card.frame.locator(`html[data-theme=${scheme}]`).waitFor();
      },
      picture: () => card.page.screenshot({ fullPage: true }),
    };
  });

  test('every button is reached and pressed by the keyboard', async () => {
    const card = await stage.show('deploy_escrow', deployInput());
    await drawn(card);
    await card.frame.locator('summary').last().focus();
    await card.page.keyboard.press('Enter');
    await card.frame.getByText('Sandbox: simulated, worth nothing').waitFor();
    await card.page.keyboard.press('Tab');
    await card.page.keyboard.press('Enter');
    await expect.poll(() => card.opened).toHaveLength(1);
  });

  test('shows a stranger’s text as text: the elements stay those of a harmless deal', async () => {
    const shapeWith = async (text: string) => {
      const milestones = [{ description: text, amount: '10' }];
      const deal = deployInput({ title: text, description: text, milestones });
      const card = await stage.show('deploy_escrow', deal, { width: 320 });
      await card.frame.getByRole('button', { name: 'Read and sign' }).waitFor();
      expect(await isTooWide(card)).toBe(false);
      expect(await card.frame.locator('main').textContent()).toContain(text);
      return await card.frame.evaluate('[...document.querySelectorAll("*")].map(({ tagName }) => tagName).join(" ")');
    };
    const harmless = await shapeWith('A logo');
    for (const text of [
      '<img src=x onerror=alert(1)><script>alert(2)</script>',
      '</bdi></main><a href="https://evil.example">Read and sign</a>',
      'javascript:alert(1) [Read and sign](https://evil.example)',
    ]) {
      expect(await shapeWith(text), text).toBe(harmless);
    }
  });
});
