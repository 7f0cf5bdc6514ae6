/** The admin's page of the bot, packages/discord-bot/README.md: its lines are run, and two devices behind Caddy see a signed escrow. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { answered, buttonsOf, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { addressOf, talkIn } from '@countersign/testkit/discord/talk';
import { hasBrowser, launch } from '@countersign/testkit/page/browser';
import { installFreighter } from '@countersign/testkit/page/freighter';
import { openVisit } from '@countersign/testkit/page/visit';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { PROXIES, startProxy } from './proxy.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

test.runIf(hasBrowser && PROXIES.includes('caddy'))(
  'leads an admin and two members from an application to an escrow that is signed behind a proxy',
  async () => {
    const readme = readFileSync(path.join(ROOT, 'packages/discord-bot/README.md'), 'utf8');
    const [first = '', second = ''] = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines]) => lines);
    const [exported = '', register, start, ...more] = first
      .trim()
      .split('\n')
      .map((line) => line.trim());
    const publicly = second.trim();
    expect([register, start, more]).toEqual(['./countersign bot:register', './countersign bot', []]);
    const [origin = ''] = /https:\S+$/.exec(publicly) ?? [];

    const discord = await startDiscord();
    const values: Record<string, string> = { ...discord.env, DISCORD_GUILD_ID: discord.guildId };
    const named = exported
      .replace('export ', '')
      .split(' ')
      .map((each) => each.replace('=…', ''));
    expect(named.filter((name) => values[name] === undefined)).toEqual([]);
    const pagePort = await freePort();
    const env = { ...values, COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: String(pagePort) };
    const run = (line = '') => {
      const [command = '', ...args] = line.split(' ');
      return startProcess(args, { command, cwd: ROOT, env });
    };

    expect(await run(register).ended).toBe(0);
    const alone = run(start);
    await until(() => alone.output().includes('"ready"'));
    alone.child.kill('SIGTERM');
    expect(await alone.ended).toBe(0);
    const { host } = new URL(origin);
    const bot = run(publicly);
    await until(() => bot.output().includes('"ready"'));
    const proxy = await startProxy('caddy', 'page', host, [pagePort], true);

    const [client, provider] = [discord.person(), discord.person()];
    const { say, draft } = talkIn(() => discord);
    for (const [who, name] of [
      [client, 'client'],
      [provider, 'provider'],
    ] as const)
      await say(who, 'wallet', { address: addressOf(name) });
    const panel = await draft(client, {
      title: 'Logo',
      lines: '150 Sketches',
      description: 'A logo',
      worker: [provider.userId],
      arbiter: [client.userId],
    });
    const card = await answered(discord.click(client, panel, 'Prepare'));
    const url = buttonsOf(card).find(({ label }) => label === 'Read and sign')?.url;
    expect(url).toMatch(new RegExp(`^${origin}/sign/`));
    const rules = `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${proxy.port}`;
    const device = async (name: 'client' | 'provider') => {
      const browser = await launch(rules);
      onTestFinished(() => browser.close());
      return await openVisit(browser, origin, name, 'Freighter', installFreighter);
    };
    const [own, theirs] = [await device('client'), await device('provider')];
    await own.page.goto(String(url));
    await own.sign('The escrow is deployed');
    await until(() => textOf(card).includes('Settled'));
    const [, escrowPage] = /<(https:[^>]+)>/.exec(textOf(card).replaceAll('\\', '')) ?? [];
    await theirs.page.goto(String(escrowPage));
    await expect
      .poll(async () => await theirs.page.getByRole('heading', { level: 1 }).first().textContent())
      .toContain('Logo');
  },
);
