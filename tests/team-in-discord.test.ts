/** Four people make, sign, follow and finish an escrow in Discord, each by buttons, and none sees more than is theirs. */
import { expect, test } from 'vitest';
import { liveInATeam, plain } from './team-life.ts';

test('four people make, sign, follow and finish an escrow over restarts, and everything is announced once', async () => {
  const { discord, people, thread, bot } = await liveInATeam();
  const { client, provider, platform } = people;
  const report = discord.messagesIn(client, thread);
  // People have names there, and addresses stay on the card.
  for (const each of report) expect(plain(each as never)).not.toMatch(/\b[CG][A-Z2-7]{55}\b/);
  expect(thread.members.has(provider.userId)).toBe(true);
  expect(() => discord.messagesIn(platform, thread)).toThrow('does not see');
  expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
