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
import { REQUEST, requestFile } from '@countersign/testkit/discord/request';
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

test('a saved wallet is removed by a button, and nothing is the person’s turn any more', async () => {
  const { discord, ada, wallet } = await open();
  const shown = await wallet(ada, CLIENT);
  discord.click(ada, shown, 'Remove it');
  await until(() => textOf(shown).includes('Removed'));
  expect(textOf(await wallet(ada))).toContain('No wallet is saved');
  // Someone who uses her account cannot hide a change behind a removal.
  await wallet(ada, PROVIDER);
  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  expect(textOf(card)).toContain(`<@${ada.userId}> changed the wallet saved here`);
});

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

test('in Spanish it is asked for, and the text is in Spanish', async () => {
  const { discord, wallet, ask } = await open();
  const eva = { ...discord.person(), locale: 'es-419' as const };
  const link = await ask(eva, await wallet(eva, CLIENT));
  const { text } = (await (await fetch(`${link}/view`)).json()) as { text: string };
  expect(text).toContain(`(usuario de Discord ${eva.userId})`);
  expect(await answer(link)).toBe(200);
  expect(textOf(await wallet(eva))).toContain('probó <t:');
});

test('notifies the member who proved the signer’s wallet when several saved it', async () => {
  const { discord, ada, wallet, ask } = await open();
  const [bob, eve] = [discord.person(), discord.person()];
  await wallet(eve, CLIENT);
  const shown = await wallet(bob, CLIENT);
  const card = await answered(discord.command(ada, 'deploy', { file: requestFile(REQUEST) }));
  const before = discord.click(ada, card, 'Ask for the signature');
  expect(textOf(await answered(before))).toContain('so no one is mentioned');
  expect(await answer(await ask(bob, shown))).toBe(200);
  const after = discord.click(ada, card, 'Ask for the signature');
  expect(textOf(await answered(after))).toContain(`<@${bob.userId}> has proven that the signer’s wallet`);

  // Someone who asks and has proven it themselves is not led to somebody who only saved it.
  const own = discord.click(
    bob,
    await answered(discord.command(bob, 'deploy', { file: requestFile(REQUEST) })),
    'Ask for the signature',
  );
  expect(textOf(await answered(own))).toContain('so no one is mentioned');
});
