/** An address that looks like a known one: a person compares both before it is saved, and before money can go to it. */
import { randomBytes } from 'node:crypto';
import { encodeStrKey } from '@countersign/core/internal/escrow/strkey';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { REQUEST, requestFile } from '@countersign/testkit/discord/request';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { expect, test } from 'vitest';

const [CLIENT, PROVIDER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];

const unrelated = () => encodeStrKey('account', randomBytes(32));

async function open() {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  const ada = discord.person();
  const save = (address: string) => answered(discord.command(ada, 'wallet', { address }));
  return { discord, ada, save };
}

/** Everything that a message shows, without groups, marks and Discord's own backslashes. */
const plain = (message: Parameters<typeof textOf>[0]) => textOf(message).replace(/[\\ [\]]/g, '');

test('saves a first wallet that looks like a known address only when the person presses the button', async () => {
  const { discord, ada, save } = await open();
  const address = alikeTo(CLIENT, 4, 4);
  const asked = await save(address);
  expect(textOf(asked)).toContain('Save this wallet?');
  expect(textOf(asked)).toContain('The first 4 and the last 4 characters are equal');
  for (const each of [address, CLIENT]) expect(plain(asked)).toContain(`:${each}.`);
  expect(textOf(await answered(discord.command(ada, 'wallet', {})))).toContain('No wallet is saved');
  discord.click(ada, asked, 'Save it');
  await until(() => textOf(asked).includes('Your wallet here'));
  expect(textOf(asked)).toContain(address);
});

test('compares a changed wallet with the one that was saved', async () => {
  const { save } = await open();
  const mine = unrelated();
  expect(textOf(await save(mine))).toContain('Your wallet here');
  expect(textOf(await save(alikeTo(mine, 5, 4)))).toContain('The first 5 and the last 4 characters are equal');
  expect(textOf(await save(unrelated()))).not.toContain('characters are equal');
});

test('shows a request that pays a look-alike with both addresses, and nothing to sign', async () => {
  const { discord, ada } = await open();
  const receiver = alikeTo(PROVIDER, 19, 30);
  const file = requestFile({ ...REQUEST, roles: { ...REQUEST.roles, receiver } });
  const card = await answered(discord.command(ada, 'deploy', { file }));
  expect(textOf(card)).toContain('This address is new and looks like one that you know, but is not it');
  for (const each of [receiver, PROVIDER]) expect(plain(card)).toContain(`:${each}`);
  expect(plain(card)).toContain('(Ben).');
  expect(textOf(card)).not.toContain('Ready to sign');
});
