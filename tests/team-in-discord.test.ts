/** Four people make, sign, follow and finish an escrow in Discord, each by buttons, and none sees more than is theirs. */
import { expect, test } from 'vitest';
import { liveInATeam, plain } from './team-life.ts';

test('four people make, sign, follow and finish an escrow over restarts, and everything is announced once', async () => {
  const { discord, people, thread, bot } = await liveInATeam();
  const { client, provider, platform } = people;
  const report = discord.messagesIn(client, thread);
  // Terms, amounts and addresses of what was asked for stay on the card.
  expect(plain(report[0] as never)).not.toMatch(/USDC|C[A-Z2-7]{55}|G[A-Z2-7]{55}/);
  expect(thread.members.has(provider.userId)).toBe(true);
  expect(() => discord.messagesIn(platform, thread)).toThrow('does not see');
  expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
