/** The bot in this process, over the real sandbox, against the local Discord; for a test or a tool that ends it itself. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '@countersign/core/internal/workflow/context';
import { type DialectName, networkWith } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import { parseSettings } from '@countersign/core/settings';
import { startBot } from '@countersign/discord-bot/internal/start-bot';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskWithPage } from '@countersign/signing-page';
import type { Discord } from './local-discord.ts';

/** Followed escrows are looked at often, since a test waits for what is posted about them. */
const LOOK_EVERY_MS = 250;
const PATIENCE_HERE = { ...PATIENCE, followEveryMs: LOOK_EVERY_MS };

export type LogLine = { readonly level: string; readonly message: string; readonly [field: string]: unknown };

export async function openWorld(
  dialect: DialectName = 'seed',
): Promise<{ env: Record<string, string>; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-discord-'));
  const sandbox = await startSandbox({ network: networkWith('sandbox', dialect), rateLimit: 0, now: () => Date.now() });
  return {
    env: {
      ESCROW_API_URL: sandbox.url,
      ESCROW_API_DIALECT: dialect,
      STELLAR_NETWORK: 'sandbox',
      COUNTERSIGN_DATA_DIR: folder,
      STELLAR_RPC_URL: sandbox.rpcUrl,
    },
    close: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The desk and page of a bot, or of another surface on the same data folder. */
export async function openTestDesk(env: Record<string, string>, lines: LogLine[] = []) {
  const settings = parseSettings(env);
  const scanner = createSecretScanner(settings.credentials);
  const log = (level: string, message: string, fields: object = {}) => void lines.push({ level, message, ...fields });
  const opened = await openDeskWithPage(settings, { log, startSandbox, patience: PATIENCE_HERE });
  return { ...opened, settings, scanner, log };
}

export async function openTestBot(discord: Discord, env: Record<string, string>, now?: () => number) {
  const lines: LogLine[] = [];
  const all = { ...discord.env, ...env };
  const { desk, pageUrl, settings, scanner, log, close: closeDesk } = await openTestDesk(all, lines);
  const { dataDir, databaseUrl, feeStop } = settings;
  const bot = await startBot({
    desk,
    discord: parseDiscordSettings(all),
    pageUrl,
    feeStop,
    dataDir,
    databaseUrl,
    scanner,
    log,
    lookEveryMs: LOOK_EVERY_MS,
    ...(now && { now }),
  });
  let open = true;
  const close = async (noticeMs?: number) => {
    if (!open) return;
    open = false;
    await bot.close(noticeMs);
    await closeDesk();
  };
  return { ...bot, desk, pageUrl: pageUrl as string, lines, close };
}
