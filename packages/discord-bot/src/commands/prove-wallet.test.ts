/** A saved wallet is proven by a text that it signs on the page; until then it is marked as said. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import { expect, test } from 'vitest';

type ClickedMessage = Parameters<Discord['click']>[1];
const [CLIENT, PROVIDER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];

async function open() {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  const ada = discord.person();
  const wallet = (who: Person, address?: string) =>
    answered(discord.command(who, 'wallet', address === undefined ? {} : { address }));
  /** Presses *Prove it*; gives the page's address. */
  const ask = async (who: Person, shown: ClickedMessage) => {
    discord.click(who, shown, buttonsOf(shown).some(({ label }) => label === 'Prove it') ? 'Prove it' : 'Probarlo');
    return await until(() => linkIn(shown));
  };
  return { discord, ada, wallet, ask };
}

const linkIn = (shown: ClickedMessage): string | undefined =>
  buttonsOf(shown).find(({ url }) => url?.includes('/prove/'))?.url;

/** What the page does once a wallet has signed. */
async function answer(link: string, account = 'client'): Promise<number> {
  const view = await fetch(`${link}/view`);
  if (!view.ok) return view.status;
  const { text } = (await view.json()) as { text: string };
  const signature = Buffer.from(sandboxKeypair(account).sign(messageHash(text))).toString('base64');
  const { origin } = new URL(link);
  const headers = { 'content-type': 'application/json', origin };
  return (await fetch(`${link}/signature`, { method: 'POST', headers, body: JSON.stringify({ signature }) })).status;
}

test('a wallet is proven by its own signature, and stays proven until another one is saved', async () => {
  const { discord, ada, wallet, ask } = await open();
  const shown = await wallet(ada, CLIENT);
  expect(textOf(shown)).toContain('nothing proves that it is yours');
  const link = await ask(ada, shown);
  expect(textOf(shown)).toContain('Prove that this wallet is yours');
  const { text } = (await (await fetch(`${link}/view`)).json()) as { text: string };
  expect(text).toContain(`(Discord user ${ada.userId})`);
  expect(text).toMatch(/^Place: Discord server \d+$/m);
  expect(await answer(link, 'provider')).toBe(400);
  discord.click(ada, shown, 'I have signed it');
  await until(() => textOf(shown).includes('nothing proves'));
  const again = await ask(ada, shown);
  expect(await answer(link)).toBe(404);
  expect(await answer(again)).toBe(200);
  discord.click(ada, shown, 'I have signed it');
  await until(() => textOf(shown).includes('and proved <t:'));
  expect(textOf(shown)).not.toContain('Prove it');
  expect(textOf(await wallet(discord.person()))).toContain('No wallet is saved');
  const elsewhere = { ...ada, guildId: '112233445566778899' };
  expect(textOf(await wallet(elsewhere, CLIENT))).toContain('nothing proves that it is yours');

  const change = await wallet(ada, PROVIDER);
  discord.click(ada, change, 'Change it');
  await until(() => textOf(change).includes('nothing proves that it is yours'));
});
