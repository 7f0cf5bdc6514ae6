/** Tenants of the bot: a server each, with people who prepare escrows there. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answered, type Discord, textOf } from '@countersign/testkit/discord/local-discord';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';
import { ownBot, withBot } from './bot-process.ts';
import { openLoop } from './open-loop.ts';
import { QUOTA, SHARE, TENANTS, type Tenants } from './tenants.ts';

const ANSWERED_MS = 40_000;
/** People in the greedy tenant's server: one person alone would be stopped by their own limit. */
const PEOPLE = 20;

export async function openDiscordTenants(serviceUrl: string): Promise<Tenants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
  const env = () => ({
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_LOG: 'info',
    DISCORD_GUILD_ID: '',
    ESCROW_API_URL: serviceUrl,
    ESCROW_RATE_LIMIT: String(QUOTA),
    STELLAR_NETWORK: 'sandbox',
  });
  const over = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Tenants>();
  const running = withBot({ args: ownBot(), env }, async (discord) => {
    opened.resolve(tenantsIn(discord, over.resolve));
    await over.promise;
  }).finally(() => rm(folder, { recursive: true, force: true }));
  running.catch(opened.reject);
  const tenants = await opened.promise;
  return {
    ...tenants,
    close: async () => {
      over.resolve();
      await running;
    },
  };
}

function tenantsIn(discord: Discord, close: () => void): Tenants {
  const member = (guild: number) => {
    const guildId = String(112_233_445_566_000_000n + BigInt(guild));
    const person = discord.person({ guildId });
    const signer = Keypair.random().publicKey();
    return async () => {
      const file = JSON.stringify(requestInput({ signer, engagementId: randomUUID() }));
      const asked = discord.command(person, 'deploy', { file: { file } });
      return textOf(await answered(asked, ANSWERED_MS)).includes('Ready to sign');
    };
  };
  const others = Array.from({ length: TENANTS }, (_, guild) => member(guild));
  const people = Array.from({ length: PEOPLE }, () => member(TENANTS));
  return {
    ordinary: (seconds) =>
      openLoop(SHARE * TENANTS, seconds, async (number) => {
        if (!(await others[number % TENANTS]?.())) throw new Error('it was refused');
      }),
    greedy: async (perSecond, seconds) => {
      let done = 0;
      const { started } = await openLoop(perSecond, seconds, async (number) => {
        if (await people[number % PEOPLE]?.()) done += 1;
      });
      return { asked: started, done };
    },
    close: async () => close(),
  };
}
