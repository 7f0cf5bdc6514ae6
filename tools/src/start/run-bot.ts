/** The Discord bot as a separate process in this process's group: a crash of one does not end the other. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type RunningBot = {
  /** Settles with the exit code when the bot has ended by itself. */
  readonly ended: Promise<number>;
  /** Lets it finish what it does, then ends it. */
  close(): Promise<void>;
};

/** How long the bot may take to drain; a little longer than it gives itself. */
const DRAIN_MS = 16_000;

/** As in the script `bot`: Node would reserve up to 128 MB for young objects, which a bot does not need. */
const YOUNG_MB = '--max-semi-space-size=4';

/** @param environment the bot's settings, the service to use among them */
export function runBot(environment: NodeJS.ProcessEnv): RunningBot {
  const script = fileURLToPath(new URL('../../../packages/discord-bot/src/cli.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [YOUNG_MB, script], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => Number(code ?? 1));
  return {
    ended,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
