/** The card for everybody: axe-core finds nothing, nothing is too wide, the keyboard is enough, and no text does harm. */
import { signAs } from '@countersign/testkit/mcp/request';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { openCardStage, type ShownCard } from '@countersign/testkit/page/card-host';
import { deployInput } from '@countersign/testkit/page/scene';
import { barriers } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';

const isTooWide = ({ frame }: ShownCard): Promise<unknown> =>
  frame.evaluate('document.documentElement.scrollWidth > innerWidth');
const drawn = ({ frame }: ShownCard) => frame.getByRole('heading', { level: 1 }).waitFor();

describe.runIf(hasBrowser)('the card for everybody', () => {
  const stage = openCardStage();

  test('axe finds nothing and nothing is too wide, from 320 to 800 pixels, light and dark', async () => {
    const deploy = await stage.call('deploy_escrow', { ...deployInput(), includeXdr: true });
    const { id, unsignedXdr, transactionHash } = deploy.structuredContent as Record<string, string>;
    const fund = async () => {
      await stage.call('submit_signed_xdr', {
        id,
        signedXdr: signAs('client', `${unsignedXdr}`, `${transactionHash}`),
      });
      return await stage.call('fund_escrow', { id });
    };
    const replies = [
      deploy,
      await stage.call('deploy_escrow', deployInput({ platformFee: 45 })),
      await fund(),
      await stage.call('get_escrow', { id }),
      { ...deploy, structuredContent: { ...deploy.structuredContent, contractId: 'another' } },
    ];
    for (const reply of replies) {
      const card = await stage.showReply(reply, { width: 320, context: { theme: 'light' } });
      await drawn(card);
      expect(await barriers(card.frame)).toEqual([]);
      expect(await isTooWide(card)).toBe(false);
      await card.page.evaluate(
        'changeContext({ theme: "dark" }); document.querySelector("iframe").style.width = "800px"',
      );
      await card.frame.locator('html[data-theme=dark]').waitFor();
      expect(await barriers(card.frame)).toEqual([]);
      expect(await isTooWide(card)).toBe(false);
    }
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
