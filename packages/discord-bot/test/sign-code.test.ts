/** The QR code on a payment's card: sent as a picture where another device can open the page. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { allParts } from '@countersign/testkit/discord/rules';
import { talkIn } from '@countersign/testkit/discord/talk';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';
import { CODE_FILE } from '../src/views/sign-code.ts';

test.each([
  ['a public page has one', { COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org' }, 1],
  ['a page on this machine alone has none', {}, 0],
])('%s', async (_, env, count) => {
  const discord = await startDiscord();
  await startTestBot(discord, {
    ...(await startWorld()),
    ...env,
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  });
  const person = discord.person();
  await answered(discord.command(person, 'wallet', { address: SIGNER }));
  const deploy = await answered(discord.command(person, 'deploy', { file: requestFile() }));
  await answered(discord.command(person, 'submit', { file: signCard(deploy) }));
  await until(() => textOf(deploy).includes('## Settled'));
  const [, escrow = ''] = /\*\*Escrow address\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  const { press, pressOn } = talkIn(() => discord);
  const card = await press(person, await pressOn(person, escrow, 'Fund'), 'Details');
  expect(textOf(card)).toContain('A payment to sign');
  const pictures = card.files.filter(({ name }) => name === CODE_FILE);
  expect(pictures).toHaveLength(count);
  for (const { bytes } of pictures) expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG');
  const gallery = allParts(card.components ?? []).filter(({ type }) => type === 12);
  expect(gallery).toHaveLength(count);
  if (count > 0) expect(JSON.stringify(gallery)).toContain('it opens this payment of 30.5 USDC on its signing page');
});
