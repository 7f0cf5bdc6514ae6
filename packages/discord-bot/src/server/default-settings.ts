/** A server's defaults for missing fields of a request. */
import { CountersignError, type FieldProblem } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { Modal } from '../interactions/answers.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import type { Words } from '../words/index.ts';
import type { Defaults } from './default-names.ts';
import { namesOfDefaults } from './defaults.ts';
import { change, given, type Texts } from './setting.ts';

const addressField = (
  id: 'platformAddress' | 'disputeResolver',
  label: string,
  { [id]: value = '' }: Defaults,
  { ADDRESS_HOW }: Words['server'],
) => textField({ id, label, description: ADDRESS_HOW, isOptional: true, value });

export async function defaultsModal(customId: string, _: string, of: ModalContext): Promise<Modal> {
  const { bot, person, words } = of;
  const { server } = words;
  const { defaults = {} } = await bot.state.servers.of(person.guildId);
  return modal(
    customId,
    server.DEFAULTS_TITLE,
    addressField('platformAddress', server.PLATFORM_ADDRESS, defaults, server),
    textField({
      id: 'platformFee',
      label: server.FEE,
      description: server.FEE_HOW,
      isOptional: true,
      value: defaults.platformFee ?? '',
    }),
    textField({
      id: 'token',
      label: server.TOKEN,
      description: server.TOKEN_HOW,
      isOptional: true,
      value: defaults.token ?? '',
    }),
    addressField('disputeResolver', server.RESOLVER, defaults, server),
  );
}

export async function setDefaults(task: Task, _: string, texts: Texts): Promise<Reply> {
  const typed = (['platformAddress', 'platformFee', 'token', 'disputeResolver'] as const).map(
    (name) => [name, given(texts, name) || null] as const,
  );
  const set = Object.fromEntries(typed.filter(([, value]) => value !== null)) as Defaults;
  const fields = await defaultProblems(task, set);
  if (fields.length > 0) throw new CountersignError('INPUT_INVALID', { fields, language: task.words.language });
  return await change(task, 'defaults', { defaults: Object.fromEntries(typed) });
}

/** Addresses must be full, since a name in one member's address book means nothing to others. */
async function defaultProblems({ desk, call }: Task, defaults: Defaults): Promise<FieldProblem[]> {
  const { platformFee, token } = defaults;
  const request = {
    ...(platformFee === undefined ? {} : { platformFee }),
    ...(token === undefined ? {} : { trustline: { address: token } }),
  };
  const found = await desk.check(request, call);
  return namesOfDefaults(defaults).flatMap((name): FieldProblem[] => {
    if (name === 'platformAddress' || name === 'disputeResolver') {
      const problem = addressProblem(defaults[name] ?? '', ['account', 'contract']);
      return problem === undefined ? [] : [{ path: name, problem }];
    }
    const at = name === 'token' ? 'trustline' : name;
    return found.filter(({ path }) => path.startsWith(at)).map(({ problem }) => ({ path: name, problem }));
  });
}
