/** How much the members of a server may prepare. */
import { CountersignError, fieldProblem } from '@countersign/core/errors';
import { canonicalDecimal } from '@countersign/core/escrow';
import { ComponentType } from 'discord.js';
import type { Modal } from '../interactions/answers.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import type { Words } from '../words/index.ts';
import { change, given, type Texts } from './setting.ts';

const amountField = (
  id: 'maxAmount' | 'maxPerDay',
  label: string,
  value: string | undefined,
  { AMOUNT_HOW }: Words['server'],
) => textField({ id, label, description: AMOUNT_HOW, isOptional: true, value: value ?? '' });

export async function limitsModal(customId: string, _: string, of: ModalContext): Promise<Modal> {
  const { bot, person, words } = of;
  const { server } = words;
  const { limits } = await bot.state.servers.of(person.guildId);
  const { maxAmount, maxPerDay, dayOf = 'tenant' } = limits ?? {};
  return modal(
    customId,
    server.LIMITS_TITLE,
    amountField('maxAmount', server.MOST_AT_ONCE, maxAmount, server),
    amountField('maxPerDay', server.MOST_IN_A_DAY, maxPerDay, server),
    {
      type: ComponentType.Label,
      label: server.DAY_COUNTS_FOR,
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'dayOf',
        options: [
          { label: server.ALL_TOGETHER, value: 'tenant', default: dayOf === 'tenant' },
          { label: server.EACH, value: 'person', default: dayOf === 'person' },
        ],
      },
    },
  );
}

export async function setLimits(
  task: Task,
  _: string,
  texts: Texts,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<Reply> {
  const typed = (['maxAmount', 'maxPerDay'] as const).map((name) => {
    const text = given(texts, name);
    return { name, text, amount: text === '' ? null : canonicalDecimal(text) };
  });
  const fields = typed.flatMap(({ name, text, amount }) =>
    amount === undefined || amount?.startsWith('-') || text.length > LONGEST_AMOUNT
      ? [fieldProblem(name, 'NOT_AN_AMOUNT')]
      : [],
  );
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields });
  if (typed.every(({ amount }) => amount === null)) return await change(task, 'limits', { limits: null });
  const amounts = Object.fromEntries(typed.map(({ name, amount }) => [name, amount ?? null]));
  const dayOf = values.get('dayOf')?.[0] === 'person' ? 'person' : 'tenant';
  return await change(task, 'limits', { limits: { ...amounts, dayOf, setBy: task.person.userId } });
}

const LONGEST_AMOUNT = 40;
