/** A member’s own wallet and limits, and what they read of their escrows: each form, refusal and answer, whole. */
import { until } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { addressOf, contractIn } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { passTime } from '@countersign/testkit/record/fixed-clock';
import { expect, test } from 'vitest';

const { note, say, press, fill, people, text } = useTranscript(() => scene.discord);
const { scene, say: sayOnly } = useServer();

test('a member saves, changes, proves and removes a wallet, with limits of their own, and reads what escrows hold', async () => {
  const { discord, ada } = scene;
  const ben = discord.person();
  people({ ada, ben });
  const none = await say(ada, 'wallet');
  for (const address of ['Ben', addressOf('client').toLowerCase(), addressOf('client')])
    await fill(ada, none, 'Save my wallet', { address });
  const own = await say(ada, 'wallet', { address: addressOf('client') });
  await press(ada, await say(ada, 'wallet', { address: addressOf('provider') }), 'Change it');
  await press(ada, own, 'v1:prove:');
  for (const limits of [
    { 'max-amount': '5', 'max-per-day': '7' },
    { 'max-amount': '', 'max-per-day': '8' },
    { 'max-amount': '-1', 'max-per-day': '' },
    { 'max-amount': '', 'max-per-day': '' },
  ])
    await fill(ada, own, 'v1:wallet-limits:', limits);
  for (const token of ['XYZ', 'USDC']) await fill(ada, own, 'v1:wallet-token:', { token });
  await say(ada, 'wallet');
  await press(ada, own, 'v1:wallet-remove:');
  await press(ada, none, 'v1:prove:');
  await fill(ada, none, 'v1:wallet-token:', { token: 'USDC' });
  await say(ada, 'wallet', { address: addressOf('client') });
  // One who looks like it, and like another one that is known here.
  await say(ada, 'wallet', { address: alikeTo(addressOf('client'), 5, 4) });
  const alike = await say(ben, 'wallet', { address: alikeTo(addressOf('client'), 4, 4) });
  await say(ben, 'wallet');
  await press(ben, alike, 'Save it');

  const addresses: string[] = [];
  for (const title of ['Logo', 'Guide']) {
    const card = await sayOnly(ada, 'deploy', { file: requestFile({ title, engagementId: title }) });
    addresses.push(contractIn(card));
    await sayOnly(ada, 'submit', { file: signCard(card) });
    passTime(1);
  }
  const like = (letter: string) => `C${letter.repeat(55)}`;
  for (const escrow of [
    addresses.join(' '),
    `${addresses[0]}, C1`,
    `${like('A')} ${like('B')}`,
    [...'ABCDEFGHIJKLMNOPQRSTU'].map(like).join(' '),
    'Nothing',
  ])
    await say(ada, 'list', { escrow });
  await say(ada, 'list');
  for (const typed of ['', 'lo', 'x', String(addresses[1])]) {
    const typing = discord.type(ada, 'list', 'escrow', typed);
    const choices = await until(() => typing.choices);
    note(
      `suggested for “${typed}”`,
      choices.map((each) => JSON.stringify(each)),
    );
  }
  await expect(text()).toMatchFileSnapshot('recorded/wallets.txt');
});
