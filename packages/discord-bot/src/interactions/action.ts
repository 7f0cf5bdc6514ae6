/** What an interaction asks for: a command, a button or a modal, with its input. */
import { BUTTONS, FORMS, UNKNOWN_BUTTON, UNKNOWN_FORM } from '../buttons/index.ts';
import { runCommand } from '../commands/choose-title.ts';
import { COMMANDS, UNKNOWN_COMMAND } from '../commands/index.ts';
import type { Acknowledgement, Modal } from '../discord/answers.ts';
import type { MemberAction } from '../discord/interaction.ts';
import type { Access, Cost, CostFacts, ModalContext, Reply, Task } from '../task.ts';

export type Action = {
  readonly name: string;
  readonly access: Access;
  readonly acknowledgement: Acknowledgement;
  /** Opened in place of anything else. */
  readonly modal?: (modalContext: ModalContext) => Modal | undefined | Promise<Modal | undefined>;
  readonly cost: (known: CostFacts) => Cost | Promise<Cost>;
  readonly run: (task: Task) => Promise<readonly Reply[]>;
};

export function actionOf(action: MemberAction): Action {
  if (action.kind === 'command') {
    const { cost, access, acknowledgement, modal } = COMMANDS.get(action.name) ?? UNKNOWN_COMMAND;
    return {
      ...{ name: action.name, access, acknowledgement },
      ...(modal && { modal: (modalContext) => modal(action, modalContext) }),
      cost: (known) => cost(action, known),
      run: (task) => runCommand(task, action),
    };
  }
  const { customId, isPosted } = action;
  const [name, id] = readCustomId(customId);
  if (action.kind === 'click') {
    const { cost, press, modal, access, acknowledgement, changesPost } = BUTTONS.get(name) ?? UNKNOWN_BUTTON;
    return {
      ...{ name, access, cost: () => cost },
      acknowledgement: isPosted && changesPost !== true ? 'new' : acknowledgement,
      ...(modal && { modal: (modalContext) => modal(customId, id, modalContext) }),
      run: async (task) => [await press(task, id, action.values)],
    };
  }
  const { cost, submit, access, acknowledgement } = FORMS.get(name) ?? UNKNOWN_FORM;
  return {
    ...{ name, access, cost: () => cost },
    acknowledgement: isPosted ? 'new' : acknowledgement,
    run: async (task) => [await submit(task, id, action.texts, action.values, action.files)],
  };
}

/** Reads `v1:action:id`. Anything else is not one of our buttons. */
function readCustomId(customId: string): [action: string, id: string] {
  const [, action = '', id = ''] = /^v1:([a-z-]+):(.*)$/s.exec(customId) ?? [];
  return [action, id];
}
