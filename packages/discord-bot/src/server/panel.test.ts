/** The settings as a manager reads them: each part as it is unset, and as it is set. */
import { format } from '@countersign/core/text/message';
import { allParts } from '@countersign/testkit/discord/rules';
import { labels, plain } from '@countersign/testkit/discord/talk';
import { expect, test } from 'vitest';
import type { ServerSettings } from '../state/server-rows.ts';
import { wordsOf } from '../words/index.ts';
import { settingsPanel } from './panel.ts';

const WORDS = wordsOf('en');
const ADDRESS = `G${'A'.repeat(55)}`;
const TOKEN = `C${'A'.repeat(55)}`;
const shown = (settings: ServerSettings, mayLogHere = true) => settingsPanel(settings, WORDS, mayLogHere);
/** What follows the heading and the first line of a part. */
function partOf(heading: string, ...of: Parameters<typeof shown>): string[] {
  const all = plain(shown(...of)).split('\n');
  const from = all.indexOf(`### ${heading}`) + 2;
  const end = all.findIndex((each, at) => at > from && each.startsWith('### '));
  return all.slice(from, end === -1 ? undefined : end);
}

test.each<[string, ServerSettings, string[]]>([
  ['Defaults', {}, ['None is set.']],
  [
    'Defaults',
    { defaults: { platformAddress: ADDRESS, platformFee: '5', token: TOKEN, disputeResolver: ADDRESS } },
    [
      `**Platform address** \`${ADDRESS}\``,
      '**Platform fee** 5 %',
      `**Token** ${TOKEN}`,
      `**Dispute resolver** \`${ADDRESS}\``,
    ],
  ],
  ['Defaults', { defaults: { token: 'USDC' } }, ['**Token** USDC']],
  ['Limits', {}, ['None is set.']],
  [
    'Limits',
    { limits: { maxAmount: '5', maxPerDay: '9', dayOf: 'tenant', setBy: '7' } },
    [
      '**One escrow, payment or step** at most 5',
      '**One day (UTC), of one token, all members together** at most 9',
      'In units of the token. Set by <@7>.',
    ],
  ],
  [
    'Limits',
    { limits: { maxPerDay: '9', dayOf: 'person', setBy: '7' } },
    ['**One day (UTC), of one token, each member** at most 9', 'In units of the token. Set by <@7>.'],
  ],
  ['Records', {}, ['As long as this bot keeps it.']],
  ['Records', { retentionDays: 1 }, ['one day']],
  ['Records', { retentionDays: 2 }, ['2 days']],
  ['Log', {}, ['No channel is chosen.']],
  ['Log', { logChannel: '8', logEndedIn: '9' }, ['<#8>']],
  ['Log', { logEndedIn: '9' }, [`⚠️ ${format(WORDS.server.logEnded, { channel: '<#9>' })}`]],
])('shows the part “%s” of %j', (heading, settings, lines) => expect(partOf(heading, settings)).toEqual(lines));

test('offers the log only where the person and the bot can write, and its end while there is one', () => {
  const changes = ['Change defaults', 'Change limits', 'Change retention'];
  expect(labels(shown({}))).toEqual([...changes, 'Log in this channel']);
  expect(labels(shown({}, false))).toEqual(changes);
  expect(labels(shown({ logChannel: '8' }))).toEqual([...changes, 'Log in this channel', 'End the log']);
  expect(partOf('Log', {}, false)).toEqual([`No channel is chosen. ${WORDS.server.logElsewhere}`]);
});

/** The chosen values of each select, by its id. */
const chosenIn = (settings: ServerSettings) =>
  Object.fromEntries(
    allParts(shown(settings).components).flatMap((part) => {
      const { custom_id: id, default_values: chosen, options } = part as Readonly<Record<string, unknown>>;
      const values = (chosen ?? options) as { id?: string; value?: string; label?: string; default?: boolean }[];
      if (values === undefined) return [];
      const names = values.flatMap((each) => each.id ?? (each.default ? `${each.value}: ${each.label}` : []));
      return [[String(id).replace('v1:settings-', ''), names]];
    }),
  );

test('marks what is chosen in each select', () => {
  expect(chosenIn({})).toEqual({
    ...{ 'roles:prepare': [], 'roles:fund': [], 'roles:steps': [], 'channels:server': [] },
    'language:server': ['discord: The server’s language in Discord'],
    'place:server': ['ask: Each member is asked once'],
    'reminder:server': ['2: Remind after 2 days'],
  });
  const roles = { prepare: ['1'], fund: ['2', '3'], steps: ['4'] };
  expect(chosenIn({ roles, channels: ['5'], language: 'es', place: 'private', reminderDays: 1 })).toEqual({
    ...{ 'roles:prepare': ['1'], 'roles:fund': ['2', '3'], 'roles:steps': ['4'], 'channels:server': ['5'] },
    'language:server': ['es: Español'],
    'place:server': ['private: In a private thread'],
    'reminder:server': ['1: Remind after one day'],
  });
});
