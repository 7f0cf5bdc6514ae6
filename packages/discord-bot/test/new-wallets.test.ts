/** A wallet that somebody saved lately in the place of another one is pointed at on every card that shows it. */
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { messageHash } from '@countersign/core/signatures';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { REQUEST, requestFile } from '@countersign/testkit/discord/request';
import { otherKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';

const DAY_MS = 24 * 3_600_000;
const [CLIENT, PROVIDER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [string, string];

test('a changed wallet is pointed out for a week to others in the same server; a first wallet is not a change', async () => {
  const discord = await startDiscord();
  let clock = 0;
  await startTestBot(discord, await startWorld(), () => Date.now() + clock);
  const [ada, bob] = [discord.person(), discord.person()];
  const say = async (who: Person, command: string, options: Record<string, unknown> = {}) =>
    textOf(await answered(discord.command(who, command, options as never))).replaceAll('\\', '');
  let count = 0;
  const deploy = async (who: Person) => {
    count += 1;
    return await say(who, 'deploy', { file: requestFile({ ...REQUEST, engagementId: `ENG-${count}` }) });
  };

  await say(bob, 'wallet', { address: CLIENT });
  expect(await deploy(ada)).not.toContain('Look twice:');
  const asked = await answered(discord.command(bob, 'wallet', { address: PROVIDER }));
  discord.click(bob, asked, 'Change it');
  await until(() => textOf(asked).includes('Your wallet here'));
  expect(textOf(asked)).toContain('nothing proves that it is yours');

  const card = await deploy(ada);
  expect(card).toContain(`**Look twice:** <@${bob.userId}> changed the wallet saved here to \`${PROVIDER}\` <t:`);
  expect(card).toContain('Ready to sign');
  expect(await deploy(bob)).not.toContain('changed the wallet');
  expect(await deploy({ ...ada, guildId: '112233445566778899' })).not.toContain('changed the wallet');
  clock = 8 * DAY_MS;
  expect(await deploy(ada)).not.toContain('changed the wallet');
});

test('a member who saved a wallet is named next to its address, with a tick once it is proven, and instead of it in sentences', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const [ada, bob, eve] = [discord.person(), discord.person(), discord.person()];
  const receiver = otherKey.publicKey();
  const deploy = async () => {
    const file = requestFile({ ...REQUEST, roles: { ...REQUEST.roles, receiver } });
    return textOf(await answered(discord.command(ada, 'deploy', { file })));
  };
  const save = async (who: Person) => await answered(discord.command(who, 'wallet', { address: receiver }));
  const sentence = 'no account exists at';
  expect(await deploy()).toContain(`${sentence} ${receiver} yet`);
  await save(bob);
  const named = await deploy();
  expect(named).toContain(`**\`${receiver}\`** <@${bob.userId}> (as they said) gets`);
  expect(named).toContain(`${sentence} <@${bob.userId}> yet`);
  expect(named.split(receiver)).toHaveLength(2);
  // Nothing proves whose it is.
  await save(eve);
  expect(await deploy()).toContain(`${sentence} ${receiver} yet`);
  // The member who proves it is named, although others saved it.
  const own = bot.desk.for({ tenant: discord.guildId, id: bob.userId });
  const asked = await own.askWalletProof({ address: receiver, person: 'Ben', place: 'Here' });
  const token = asked?.url.split('/').at(-1) as string;
  const signature = otherKey.sign(messageHash((await bot.desk.walletProof(token)).text));
  await bot.desk.proveWallet(token, Buffer.from(signature).toString('base64'));
  expect(await deploy()).toContain(`- <@${bob.userId}> ✓ gets`);
});
