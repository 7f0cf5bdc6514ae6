/** The local Discord of a test. */
import { expect, onTestFinished } from 'vitest';
import { type Discord, openDiscord } from './local-discord.ts';

export { answered, buttonsOf, type Channel, type Discord, type Person, textOf, until } from './local-discord.ts';

/** Starts it, and ends it with the test, which fails if a body was sent that Discord would refuse. */
export async function startDiscord(options: Parameters<typeof openDiscord>[0] = {}): Promise<Discord> {
  const discord = await openDiscord(options);
  onTestFinished(() => {
    discord.close();
    expect(discord.violations).toEqual([]);
  });
  return discord;
}
