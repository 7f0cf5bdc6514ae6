/** What each button does. It stands in the button's `custom_id`, so that one from before a restart works as well. */
import type { Reply, Task } from '../bot.ts';
import { changeWallet } from './change-wallet.ts';
import { check } from './check.ts';
import { declareFailed, failed } from './declare-failed.ts';
import { discard } from './discard.ts';
import { renew } from './renew.ts';

/** The reply takes the place of the message with the button; `apart`: it stands beside it. */
type Press = (task: Task, id: string) => Promise<Reply & { readonly apart?: true }>;

export const BUTTONS: ReadonlyMap<string, Press> = new Map<string, Press>([
  ['renew', renew],
  ['discard', discard],
  ['check', check],
  ['failed', failed],
  ['failed-yes', declareFailed],
  ['wallet', changeWallet],
]);
