/** Whatever command one of our texts names can be typed, in the language of the text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language, languageOf } from '@countersign/core/words';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { SPANISH } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import { createRest } from '../discord/rest.ts';
import { parseDiscordSettings } from '../settings.ts';
import { DEFINITIONS } from './definitions.ts';
import { registerCommands } from './register.ts';

const SOURCE = join(import.meta.dirname, '..');
/** “The command /escrow is registered”. */
const NO_SUBCOMMAND = ['is'];

const OPTIONS = DEFINITIONS.flatMap((command) => ('options' in command ? (command.options ?? []) : []));

/** Of a language. Texts in code are English. */
const FILES = (language: Language) =>
  language === 'en' ? /(?<!\.test)\.ts$|\.en\.json$/ : new RegExp(`\\.${language}\\.json$`);
const NAMES = (language: Language) =>
  OPTIONS.flatMap(({ name, name_localizations: names }) => {
    const own = Object.entries(names ?? {}).filter(([locale]) => languageOf(locale) === language);
    return language === 'en' ? [name] : own.map(([, each]) => each);
  });

test('answers mention commands that are registered, also in Spanish', async () => {
  const discord = await startDiscord();
  const settings = parseDiscordSettings(discord.env);
  await registerCommands(createRest(settings), settings);
  await startTestBot(discord, await startWorld());
  const [[, registered] = ['', []]] = [...discord.commands];
  const { id } = registered[0] as { id: string };
  for (const about of [{}, SPANISH]) {
    const help = textOf(await answered(discord.command(discord.person(about), 'help')));
    expect(help).toContain(`**</escrow deploy:${id}>**`);
    expect(help).not.toMatch(/(?<!<)\/escrow/);
  }
});

test.each(LANGUAGES)('every command that a text names is registered: %s', (language) => {
  const [files, registered] = [FILES(language), NAMES(language)];
  const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => files.test(name))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/\/escrow (\p{L}[\p{L}-]*)/gu)].map(([, name]) => name as string)),
  );
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !registered.includes(name) && !NO_SUBCOMMAND.includes(name))).toEqual([]);
});
