/** *Cancel and refund*: the whole plan, shown to the person alone, and below it the next transaction where they sign that. */
import { format } from '@countersign/core/text/message';
import { type EndingPlan, naming } from '@countersign/core/words';
import type { APIButtonComponent } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Reply, Task } from '../task.ts';
import { buttonOf, idOf, requireTarget } from '../views/escrow-buttons.ts';
import { line } from '../views/markdown.ts';
import { button, buttonsIfAny, container, text } from '../views/parts.ts';
import { shortMessage } from '../views/short-card.ts';
import type { Words } from '../words/index.ts';

export async function end({ bot, desk, person, call, words }: Task, id: string): Promise<Reply> {
  const { escrow } = requireTarget(id, words);
  const wallet = (await bot.state.wallet(person))?.address;
  const ending = await desk.ending({ escrow }, call);
  const { next, payers } = ending.plan;
  const isTheirs = wallet !== undefined && next?.signers.some(({ address }) => address === wallet) === true;
  const toDecide = isTheirs && next.act !== 'dispute' && payers === 'unknown' ? decideButton(escrow, next, words) : [];
  const message = planMessage(ending, wallet, toDecide, words);
  if (!isTheirs || toDecide.length > 0) return { message };
  const { plan, prepared } = await desk.end({ escrow, signer: wallet }, call);
  // In the meantime it may have become somebody else's turn.
  if (prepared === undefined) return { message: planMessage({ ...ending, plan }, wallet, [], words) };
  const note = format(words.escrow.cancelPart, { part: words.core.partText(plan) });
  const card = shortMessage(prepared, note, words);
  return { message: { ...card, components: [...message.components, ...card.components] }, card: prepared };
}

type Ending = Awaited<ReturnType<Task['desk']['ending']>>;

function planMessage(
  { title, plan, names }: Ending,
  wallet: string | undefined,
  press: readonly APIButtonComponent[],
  words: Words,
): Message {
  const { core, escrow: own } = words;
  const { lines, next } = core.endingWords(plan, { own: wallet === undefined ? [] : [wallet], named: naming(names) });
  const heading = title === undefined ? own.cancel : `${own.cancel}: ${line(title, 120)}`;
  return {
    components: container('waiting', [
      text(`### ${heading}`),
      text(...lines.map((each) => line(each, 1_000))),
      text(`**${line(next, 800)}**`),
      ...buttonsIfAny(press),
    ]),
  };
}

/** Where who paid in is not known, the resolver says who gets it. */
function decideButton(escrow: string, { act, milestone }: NonNullable<EndingPlan['next']>, { core }: Words) {
  const { label, title } = core.actions[act];
  return [
    button(label ?? title, buttonOf(act), idOf(escrow, milestone === undefined ? '' : `${milestone}`), 'Primary'),
  ];
}
