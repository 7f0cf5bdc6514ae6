/** Every option that takes a text or a file, as the bot registers them with Discord. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { createRest } from '@countersign/discord-bot/internal/discord/rest';
import { registerCommands } from '@countersign/discord-bot/internal/registration/register';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { talkIn } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { CANARIES, CREDENTIAL, expectNoCanary } from './canaries.ts';

/** Discord's numbers for a part of a command. Source: Discord's reference, "Application Command Option Type". */
const SUBCOMMAND = 1;
const TEXT = 3;
const FILE = 11;
/** Types without text: yes or no, a member, and a channel of the server. */
const WITHOUT_TEXT: readonly number[] = [5, 6, 7];
const AT_LEAST = { texts: 5, files: 3 };

/** As Markdown writes it. */
const REFUSED = 'SECRET\\_REFUSED';

type Option = { readonly type: number; readonly name: string; readonly options?: readonly Option[] };
type Field = { readonly command: string; readonly option: string; readonly kind: typeof TEXT | typeof FILE };

const ESCROW = String(NETWORKS.sandbox.factory);
/** Without a saved wallet the form of a step asks for it too. */
const OWN = { address: String(SANDBOX_ACCOUNTS[0].address) };
/** Every modal, by the button that opens it, with a secret in its fields. */
const modalsWith = (secret: string): Record<string, Record<string, string>> => ({
  [`confirm:${'0'.repeat(32)}.${'0'.repeat(16)}`]: { amount: secret },
  [`approve:${ESCROW}.1`]: { address: secret },
  [`report:${ESCROW}.1`]: { ...OWN, status: 'done', evidence: secret },
  [`report:${ESCROW}.2`]: { ...OWN, status: secret },
  [`dispute:${ESCROW}.which`]: { milestone: secret },
  [`resolve:${ESCROW}.1`]: { ...OWN, shares: `${secret} 5` },
  [`withdraw:${ESCROW}`]: { ...OWN, shares: secret },
});

const DEAL = { title: 'Logo', lines: '10 Sketches', description: 'A logo' };

/** Every form of a draft, by its button, likewise. */
const formsWith = (secret: string): [button: string, field: Record<string, string | readonly string[]>][] => [
  ['New draft', { ...DEAL, title: secret }],
  ['Add my wallet', { address: secret }],
  ['Edit', { ...DEAL, title: secret }],
  ['Edit', { ...DEAL, description: secret }],
  ['Edit', { ...DEAL, lines: `10 | ${secret}` }],
  ['People, token, fee', { people: `worker: ${secret}` }],
  ['People, token, fee', { token: secret }],
  ['People, token, fee', { fee: secret }],
];

test('a secret in any option, file or button is refused, and leaks nowhere', async ({ task }) => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, { ...world, ESCROW_ACCESS_TOKEN: CREDENTIAL });
  const fields = await registeredFields(discord);
  const files = fields.filter(({ kind }) => kind === FILE);
  expect(fields.length - files.length).toBeGreaterThanOrEqual(AT_LEAST.texts);
  expect(files.length).toBeGreaterThanOrEqual(AT_LEAST.files);

  const person = discord.person();
  const asked: { what: string; interaction: Interaction }[] = [];
  const ask = async (what: string, interaction: Interaction) => {
    asked.push({ what, interaction });
    expect(textOf(await answered(interaction)), what).toContain(REFUSED);
  };
  for (const secret of Object.values(CANARIES)) {
    for (const { command, option, kind } of fields) {
      const what = `${command} ${option}`;
      if (kind === TEXT) await ask(what, discord.command(person, command, { [option]: `mine: ${secret}` }));
      else {
        for (const text of [
          `mine: ${secret}`,
          JSON.stringify({ title: secret }),
          requestFile({ title: secret }).file,
        ]) {
          await ask(what, discord.command(person, command, { [option]: { file: text } }));
        }
        const named = { file: 'x', name: `${secret.replaceAll('/', '∕')}.yaml` };
        if (!secret.includes('/'))
          await ask(`${what}, its name`, discord.command(person, command, { [option]: named }));
        const url = `${discord.env['DISCORD_CDN_URL']}/attachments/1/2/${encodeURIComponent(secret)}.txt`;
        await ask(`${what}, its address`, discord.command(person, command, { [option]: { url } }));
      }
    }
    await ask('an unknown option', discord.command(person, 'list', { escrow: 'C', odd: secret }));
    const shown = await answered(discord.command(person, 'help'));
    const clicked = discord.clickId(person, shown, `v1:renew:${secret}`);
    await expect.poll(() => clicked.messages.map(textOf).join('\n')).toContain(REFUSED);
    asked.push({ what: 'a button', interaction: clicked });
    for (const [button, fields] of Object.entries(modalsWith(secret))) {
      const opened = discord.clickId(person, shown, `v1:${button}`);
      await until(() => opened.modal);
      const filledIn = discord.submitModal(person, opened, fields);
      await expect.poll(() => filledIn.messages.map(textOf).join('\n')).toContain(REFUSED);
      asked.push({ what: `the field of the modal of ${button}`, interaction: filledIn });
    }
    const started = discord.command(person, 'deploy');
    const panel = await answered(
      (await until(() => started.modal ?? started.messages[0])) === started.modal
        ? discord.submitModal(person, started, DEAL)
        : started,
    );
    const whole = await talkIn(() => discord).press(person, panel, 'Details');
    for (const [button, fields] of formsWith(secret)) {
      const opened = discord.click(person, button === 'New draft' ? whole : panel, button);
      await until(() => opened.modal);
      const filledIn = discord.submitModal(person, opened, fields);
      await expect.poll(() => filledIn.messages.map(textOf).join('\n')).toContain(REFUSED);
      asked.push({ what: `the form ${button} of a draft`, interaction: filledIn });
    }
    const inMessage = discord.messageCommand(person, 'Explain this XDR', { content: `mine: ${secret}` });
    await ask('a message that is to be explained', inMessage);
  }

  for (const { what, interaction } of asked) {
    const shown = interaction.messages.map(textOf).join('\n');
    expectNoCanary(what, `${JSON.stringify(interaction.messages)}${shown.replaceAll('\\', '')}`);
  }
  expectNoCanary('log', JSON.stringify(bot.lines));
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: {
      'options of the Discord command that take a text or a file': fields.length,
      'interactions with a secret, all refused': asked.length,
    },
  };
});

async function registeredFields(discord: Discord): Promise<Field[]> {
  const settings = parseDiscordSettings(discord.env);
  expect(await registerCommands(createRest(settings), settings)).toMatchObject({ written: true });
  const commands = [...discord.commands.values()].flat() as Option[];
  return commands.flatMap(({ options = [] }) => options.flatMap(fieldsOf));
}

function fieldsOf({ type, name: command, options = [] }: Option): Field[] {
  if (type !== SUBCOMMAND) throw new Error(`${command}: an option of type ${type} is not known here`);
  return options.flatMap(({ type: kind, name: option }) => {
    if (WITHOUT_TEXT.includes(kind)) return [];
    if (kind === TEXT || kind === FILE) return { command, option, kind };
    throw new Error(`${command} ${option}: an option of type ${kind} is not known here`);
  });
}
