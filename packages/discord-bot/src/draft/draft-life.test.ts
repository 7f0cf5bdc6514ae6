/** An escrow made by forms, by people who never saw a file: each form, panel, mistake and file, whole. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import type { Person } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { useServer } from '@countersign/testkit/discord/settings-scene';
import { contractIn, proveWallet } from '@countersign/testkit/discord/talk';
import { useTranscript } from '@countersign/testkit/discord/transcript';
import { expect, test } from 'vitest';

const { say, press, choose, fill, begin, posted, people, text } = useTranscript(() => scene.discord);
const { scene, restart } = useServer();

const [CLIENT, PROVIDER, PLATFORM, ARBITER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const DEAL = { title: 'Logo', lines: '10.5 | Sketches\n\n20 | Drafts', description: 'A logo in three steps' };
const MORE = 'People, token, fee';
let bob: Person;
let cleo: Person;

function meet(): Person {
  [bob, cleo] = [scene.discord.person(), scene.discord.person()];
  people({ ada: scene.ada, bob, cleo, boss: scene.boss });
  return scene.ada;
}
/** By the id of the draft, on a message that has other buttons. */
const idIn = ({ components }: Message) => /draft-(?:deal|look):([0-9a-f]{16})/.exec(JSON.stringify(components))?.[1];

test('says what is missing with the button that cures it, asks members for wallets, and prepares what it shows', async () => {
  const ada = meet();
  await begin(ada, 'deploy', {
    title: 'Logo\u0007',
    lines: 'Sketches\n\n-3 | Drafts\n5 |',
    description: 'x',
    worker: [bob.userId],
  });
  await restart();
  const panel = await say(ada, 'deploy');
  const whole = await press(ada, panel, 'Details');
  await press(ada, whole, 'Download as YAML');
  await fill(ada, panel, 'Add my wallet', { address: 'Ada' });
  await fill(ada, panel, 'Add my wallet', { address: CLIENT });
  await fill(ada, panel, MORE, { people: 'boss: me\nplatform: nobody I know\nsigner:', token: 'DOGE', fee: '120' });
  await press(ada, panel, 'Ask for their wallet');
  const wish = posted();
  await press(
    { ...ada, channel: scene.discord.openChannel({ lacks: ['SEND_MESSAGES'] }) },
    panel,
    'Ask for their wallet',
  );
  await fill(ada, panel, 'Edit', { ...DEAL, worker: [bob.userId], arbiter: [cleo.userId] });
  await fill(ada, panel, MORE, { people: '', token: NETWORKS.sandbox.tokens[0].address, fee: '' });
  await press(ada, panel, 'Prepare');
  await fill(bob, wish, 'Save my wallet', { address: PROVIDER });
  await say(cleo, 'wallet', { address: ARBITER });
  await press(ada, whole, 'Look again');
  // Everyone has a wallet by now.
  await press(ada, panel, 'Ask for their wallet');
  // Another wallet than the panel showed.
  await press(cleo, await say(cleo, 'wallet', { address: PLATFORM }), 'Change it');
  await press(ada, whole, 'Prepare');
  const card = await press(ada, whole, 'Prepare');
  await press(ada, card, 'Details');
  await expect(text()).toMatchFileSnapshot('recorded/drafts.txt');
});

test('reads people, amounts, tokens and payees as people write them, and what a server fills in', async () => {
  const ada = meet();
  await say(ada, 'wallet', { address: CLIENT });
  await say(bob, 'wallet', { address: PROVIDER });
  await proveWallet(scene.bot.desk, { tenant: scene.discord.guildId, id: bob.userId }, 'provider');
  const panel = await begin(ada, 'deploy', DEAL);
  for (const lines of [
    `10 | Sketches\n20 | Drafts | <@${bob.userId}>\n30 | Texts | @platform\n40 | Files | ${ARBITER}\n50 | Music | <@${cleo.userId}>\n60 | X | @Zoë`,
    '150 USDC Sketches\n1.500,50 | Drafts | @provider\nFinal logo: 20\n- Handover - 30 USDC\n$5 | A\n1,500 | B\n150 EURC | C\n2 logos 150',
    Array.from({ length: 12 }, (_, at) => `${at + 1} Part`).join('\n'),
    `20 | Drafts | <@${bob.userId}>\n10 | Sketches`,
  ])
    await fill(ada, panel, 'Edit', { ...DEAL, lines });
  for (const typed of [
    { people: `worker: <@${bob.userId}>\nplatform: @platform\narbiter: ${ARBITER}`, fee: '2%' },
    {
      people: `receiver: ${PLATFORM}\nplatform: <@${cleo.userId}>\nRelease: ${ARBITER}\nsigner: ${PROVIDER}`,
      fee: '5',
    },
    { people: `approver: ${PROVIDER}\narbiter: ${ARBITER}\nsigner: <@${bob.userId}>`, fee: '0', client: [cleo.userId] },
    {
      people: `provider: ${PROVIDER}\nárbitro: ${ARBITER}\nplatform address: ${PLATFORM}`,
      fee: '',
      client: [ada.userId],
    },
  ])
    await fill(ada, panel, MORE, { token: 'usdc', ...typed });
  const defaults = { platformFee: '3', platformAddress: ARBITER, token: 'USDC', disputeResolver: '' };
  await fill(scene.boss, await say(scene.boss, 'settings'), 'Change defaults', defaults);
  await fill(ada, panel, MORE, { people: `worker: ${PROVIDER}\narbiter: ${ARBITER}`, token: '', fee: '' });
  const { files } = await press(ada, await press(ada, panel, 'Details'), 'Download as YAML');
  await say(ada, 'deploy', { file: { file: String(files[0]?.text) } });
  await press(ada, panel, 'Prepare');
  await expect(text()).toMatchFileSnapshot('recorded/drafts-read.txt');
});

test('keeps five drafts of a person, of an earlier escrow too, and lets no one else at them', async () => {
  const ada = meet();
  await say(ada, 'wallet', { address: CLIENT });
  const card = await say(ada, 'deploy', { file: requestFile() });
  await say(ada, 'submit', { file: signCard(card) });
  await say(ada, 'deploy', { from: contractIn(card) });
  await say(ada, 'deploy', { from: 'f'.repeat(32) });
  await say(ada, 'deploy', { from: contractIn(card), file: requestFile() });
  await say(ada, 'deploy', { another: true });
  const panel = await say(ada, 'deploy');
  const whole = await press(ada, panel, 'Details');
  for (const title of ['Second', '', 'Fourth', 'Fifth'].slice(0, 4))
    await fill(ada, whole, 'New draft', { ...DEAL, title: title || ' ', lines: '1 A' });
  await fill(ada, whole, 'New draft', DEAL);
  const all = await press(ada, panel, 'Details');
  const [, other] = JSON.stringify(all.components).match(/"value":"([0-9a-f]{16})"/) ?? [];
  await choose(ada, all, 'Open another draft', [String(other)]);
  const theirs = await begin(bob, 'deploy', DEAL);
  const id = idIn(panel);
  for (const name of ['deal', 'prepare', 'look', 'details', 'ask', 'yaml', 'wallet', 'discard'])
    await press(bob, theirs, `v1:draft-${name}:${id}`);
  await press(ada, whole, 'Discard draft');
  await press(ada, panel, 'Details');
  await expect(text()).toMatchFileSnapshot('recorded/drafts-kept.txt');
});
