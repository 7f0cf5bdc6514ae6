/** What each subcommand of `/escrow` does: one call to the desk, and what it shows of the result. */
import type { Reply, Task } from '../bot.ts';
import type { Command } from '../visit.ts';
import { balance } from './balance.ts';
import { deploy } from './deploy.ts';
import { explain } from './explain.ts';
import { help } from './help.ts';
import { pending } from './pending.ts';
import { submit } from './submit.ts';
import { template } from './template.ts';
import { wallet } from './wallet.ts';

/** The first reply answers the command, further ones follow it. */
type Run = (task: Task, command: Command) => Promise<readonly Reply[]>;

export const COMMANDS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['deploy', deploy],
  ['template', template],
  ['submit', submit],
  ['balance', balance],
  ['pending', pending],
  ['wallet', wallet],
  ['explain', explain],
  ['help', help],
]);
