/** *Cancel and refund*: the whole plan first, shown to the person alone; its next transaction by a further press. */
import { format } from '@countersign/core/text/message';
import { type EndingPlan, naming } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import { requireWallet } from '../commands/wallet.ts';
import type { Message } from '../discord/answers.ts';
import type { Reply, Task } from '../task.ts';
import { buttonOf, idOf, requireTarget } from '../views/escrow-buttons.ts';
import { line } from '../views/markdown.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import { preparedMessage } from '../views/prepared.ts';
import type { Words } from '../words/index.ts';

export async function end({ bot, desk, person, call, words }: Task, id: string): Promise<Reply> {
  const { escrow } = requireTarget(id, words);
  const wallet = (await bot.state.wallet(person))?.address;
  const ending = await desk.ending({ escrow }, call);
  return { message: planMessage(ending, wallet, words) };
}

export async function endNext(task: Task, id: string): Promise<Reply> {
  const { desk, call, words } = task;
  const { escrow } = requireTarget(id, words);
  const wallet = await requireWallet(task);
  const ending = await desk.end({ escrow, signer: wallet }, call);
  const { plan, prepared } = ending;
  // Meanwhile it may have become somebody else's turn.
  if (prepared === undefined) return { message: planMessage(ending, wallet, words) };
  const note = format(words.escrow.cancelPart, { part: words.core.partText(plan) });
  return { message: preparedMessage(prepared, note, words), card: prepared };
}

type Ending = Awaited<ReturnType<Task['desk']['ending']>>;

function planMessage(
  { contractId: escrow, title, plan, names }: Ending,
  wallet: string | undefined,
  words: Words,
): Message {
  const { core, escrow: own } = words;
  const { lines, next } = core.endingWords(plan, {
    own: wallet === undefined ? [] : [wallet],
    named: naming(names),
  });
  const heading = title === undefined ? own.cancel : `${own.cancel}: ${line(title, 120)}`;
  const parts = [
    text(`### ${heading}`),
    text(lines.map((each) => line(each, 1_000)).join('\n')),
    text(`**${line(next, 800)}**`),
  ];
  const press = nextButton(escrow, plan, wallet, words);
  return { components: container('waiting', press === undefined ? parts : [...parts, buttons(press)]) };
}

/** Where who paid in is not known, the resolver says who gets it. */
function nextButton(
  escrow: string,
  { next, done, of, payers }: EndingPlan,
  wallet: string | undefined,
  { core, escrow: own }: Words,
): APIButtonComponent | undefined {
  if (next === undefined || !next.signers.some(({ address }) => address === wallet)) return undefined;
  const { act, milestone } = next;
  if (act === 'dispute' || payers !== 'unknown') {
    return button(format(own.preparePart, { part: core.partText({ done, of }) }), 'end-next', escrow, 'Primary');
  }
  const { label, title } = core.actions[act];
  return button(label ?? title, buttonOf(act), idOf(escrow, milestone === undefined ? '' : `${milestone}`), 'Primary');
}
