/**
 * Suggestions while somebody types: their escrows in this server, by title. Answered first, from the store alone,
 * and without using a share, since Discord waits only 3 s and the answer cannot be deferred.
 */
import { describeThrown } from '@countersign/core/platform/log';
import { cleanLine } from '@countersign/core/text';
import { COMMANDS } from '../commands/index.ts';
import { refusalFor } from '../interactions/access.ts';
import type { Choice } from '../interactions/callback.ts';
import type { FirstAnswer } from '../interactions/first-answer.ts';
import type { Typing } from '../interactions/interaction.ts';
import { deskOf } from '../state.ts';
import type { Bot } from '../task.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { aboutTitle, type Title, titlesOf } from './titles.ts';

/** Source: Discord's reference, "Autocomplete". */
const MOST_CHOICES = 25;
const MOST_CHARACTERS = 100;

type Kind = { readonly value: 'id' | 'address'; readonly fits: (title: Title) => boolean };
const ANY: Kind = { value: 'id', fits: () => true };
const OPEN: Kind = { value: 'id', fits: ({ status }) => status === 'open' || status === 'sent' };
const KNOWN: Kind = { value: 'id', fits: ({ isParty }) => isParty !== true };
const OVER: Kind = {
  value: 'id',
  fits: ({ status, isParty }) => isParty !== true && ['settled', 'ended'].includes(status),
};
const SETTLED: Kind = { value: 'address', fits: ({ status }) => status === 'settled' };

/** The options, by subcommand, that name an escrow. */
export const SUGGESTED: ReadonlyMap<string, Kind> = new Map([
  ['deploy from', ANY],
  ['fund escrow', SETTLED],
  ['show escrow', ANY],
  ['follow escrow', SETTLED],
  ['unfollow escrow', SETTLED],
  ['forget escrow', OVER],
  ['balance escrow', SETTLED],
  ['pending id', OPEN],
  ['share id', KNOWN],
  ['submit id', OPEN],
]);

/** Answers one keystroke. Never throws; without suggestions people can still type. */
export async function suggest(bot: Bot, typing: Typing, first: FirstAnswer): Promise<void> {
  try {
    await first.suggest(await choicesFor(bot, typing));
  } catch (thrown) {
    bot.log('warn', 'could not suggest', { action: typing.name, cause: describeThrown(thrown) });
  }
}

async function choicesFor(bot: Bot, { interaction, name, option, text }: Typing): Promise<readonly Choice[]> {
  const access = COMMANDS.get(name)?.access ?? 'allowed-roles';
  const { userId, guildId } = interaction;
  if (!SUGGESTED.has(`${name} ${option}`) || guildId === undefined) return [];
  const words = wordsOf(interaction.language);
  const ofServer = await bot.state.servers.of(guildId);
  if (refusalFor(interaction, access, bot.settings, ofServer, words) !== undefined) return [];
  const person = { userId, guildId };
  const wallet = await bot.state.wallet(person);
  const titles = await titlesOf(deskOf(bot.desk, person), text, 4 * MOST_CHOICES, wallet);
  return choicesOf(`${name} ${option}`, titles, words.records);
}

/** @param option of a command, such as `fund escrow`: what its escrow may be, and what names it */
export function choicesOf(option: string, titles: readonly Title[], words: Words['records']): Choice[] {
  const kind = SUGGESTED.get(option) ?? ANY;
  const choices = titles.filter(kind.fits).flatMap((title) => {
    const value = kind.value === 'id' ? title.id : title.contractId;
    return value === undefined ? [] : [{ name: choiceText(title, words), value }];
  });
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()].slice(0, MOST_CHOICES);
}

/** "Logo design · 90.5 USDC · settled" */
export function choiceText(of: Title, words: Words['records']): string {
  const rest = aboutTitle(of, cleanLine(`${of.total} ${of.tokenCode}`.trim(), 40), words);
  return `${cleanLine(of.title, MOST_CHARACTERS - rest.length - 1) || `(${words.NO_TITLE.toLowerCase()})`}${rest}`.slice(
    0,
    MOST_CHARACTERS,
  );
}
