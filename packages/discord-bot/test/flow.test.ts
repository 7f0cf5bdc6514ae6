import { startLossyWorld, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, buttonsOf, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { plain, talkIn } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';

test('a file becomes a card, a signed file settles it, the card says so by itself, and the balance is there', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  expect(card.ephemeral).toBe(true);
  const text = textOf(card);
  expect(text).toContain('Ready to sign: Logo');
  expect(text).toContain('SANDBOX');
  expect(text).toContain('28.8835 USDC');
  expect(text).toMatch(/<t:\d{10}:R>/);
  expect(buttonsOf(card).map(({ label }) => label)).toEqual([
    'Read and sign',
    'Details',
    'Ask for the signature',
    'Renew',
    'Discard',
  ]);
  const escrow = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(text)?.[1] as string;

  const sent = await answered(discord.command(person, 'submit', { file: signCard(card) }));
  expect(textOf(sent)).toContain('Settled');
  await until(() => textOf(card).includes('Settled'));
  expect(textOf(card)).toContain(escrow);
  expect(buttonsOf(card).map(({ label }) => label)).toEqual(['Fund', 'Show the escrow', 'Details']);
  expect(card.files).toEqual([]);

  await answered(discord.command(person, 'wallet', { address: SIGNER }));
  const balance = await answered(discord.command(person, 'list', { escrow }));
  expect(plain(balance)).toContain('**Holds** 0 USDC; its terms have yet to pay out 30.5');
});

test('signed on the page: the card becomes the result, and no one typed a command', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const person = discord.person();
  const card = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const url = buttonsOf(card).find(({ label }) => label === 'Read and sign')?.url as string;
  expect(url.startsWith(bot.pageUrl)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  // The page delivers what the wallet signed to the desk that the bot has too.
  await bot.desk.submit({ signedXdr: signCard(card).file.trim() });
  await until(() => textOf(card).includes('Settled'));
});

test('an escrow is funded from where the id on its card opens it: the payment has its own card, which says when it has arrived', async () => {
  const discord = await startDiscord();
  const { say, press, pressOn } = talkIn(() => discord);
  await startTestBot(discord, await startWorld());
  const person = discord.person();
  const deploy = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const [, id = ''] = /Id `([0-9a-f]{32})`/.exec(textOf(deploy)) ?? [];
  await say(person, 'wallet', { address: SIGNER });
  await answered(discord.command(person, 'submit', { file: signCard(deploy) }));

  const card = await pressOn(person, id, 'Fund');
  const text = textOf(card);
  expect(text).toContain('A payment to sign: Logo');
  expect(text).toContain('**30.5 USDC** into this escrow');
  expect(text).toContain('holds 30\\.5 of the 30\\.5 USDC that it needs');
  expect(textOf(await press(person, card, 'Details'))).toContain('no deadline and no way back');
  expect(buttonsOf(card).map(({ label }) => label)).toEqual([
    'Read and sign',
    'Details',
    'Ask for the signature',
    'Renew',
    'Discard',
  ]);
  const sent = await answered(discord.command(person, 'submit', { file: signCard(card) }));
  expect(textOf(sent)).toContain('The payment arrived');
  await until(() => textOf(card).includes('The payment arrived'));

  const [, escrow = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  const paid = await say(person, 'list', { escrow });
  const again = discord.clickId(person, paid, `v1:fund:${escrow}`);
  expect(plain(await until(() => again.messages.find((each) => each !== paid && each.components)))).toContain(
    'the escrow needs nothing more',
  );
});

test('sends the next card, and goes on with the escrow’s message, when a deploy settles only after its submission was answered', async () => {
  const discord = await startDiscord();
  const { env, service } = await startLossyWorld();
  service.stumble = undefined;
  service.faults.push('refuses and sends later');
  await startTestBot(discord, env);
  const person = discord.person({ manages: true });
  const panel = await answered(discord.command(person, 'settings'));
  const { versions } = panel;
  discord.choose(person, panel, 'v1:settings-place:server', ['channel']);
  await until(() => panel.versions > versions);
  await answered(discord.command(person, 'wallet', { address: SIGNER }));
  const deploy = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  const sent = discord.command(person, 'submit', { file: signCard(deploy) });
  expect(textOf(await answered(sent))).toContain('Sent, outcome not known yet');
  expect(sent.messages).toHaveLength(1);
  const [post] = discord.channel.messages as [typeof deploy];
  await until(() => textOf(post).includes('not known yet'));
  await service.release();
  await until(() => textOf(post).includes('0 of 30\\.5 USDC paid'));
  const payment = await until(() => sent.messages.find((each) => textOf(each).includes('A payment to sign')));
  expect(textOf(sent.messages[0] as typeof payment)).toContain('Settled');
  expect(textOf(await answered(discord.command(person, 'submit', { file: signCard(payment) })))).toContain(
    'The payment arrived',
  );
});
