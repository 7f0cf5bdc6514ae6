/** What an interaction asks for: a command, a button or a modal, with its input. */
import { BUTTONS, FORMS, UNKNOWN_BUTTON, UNKNOWN_FORM } from '../buttons/index.ts';
import { runCommand } from '../commands/choose-title.ts';
import { COMMANDS, UNKNOWN_COMMAND } from '../commands/index.ts';
import type { Acknowledgement, Modal } from '../discord/answers.ts';
import type { Click, Command, MemberAction, Submission } from '../discord/interaction.ts';
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
  switch (action.kind) {
    case 'command':
      return commandAction(action);
    case 'click':
      return buttonAction(action);
    case 'submission':
      return formAction(action);
  }
}

function commandAction(command: Command): Action {
  const { cost, access, acknowledgement, modal } = COMMANDS.get(command.name) ?? UNKNOWN_COMMAND;
  return {
    access,
    acknowledgement,
    name: command.name,
    ...(modal === undefined ? {} : { modal: (modalContext) => modal(command, modalContext) }),
    cost: (known) => cost(command, known),
    run: (task) => runCommand(task, command),
  };
}

function buttonAction({ customId, values, isPosted }: Click): Action {
  const [name, id] = readCustomId(customId);
  const { cost, press, modal, access, acknowledgement, changesPost } = BUTTONS.get(name) ?? UNKNOWN_BUTTON;
  return {
    access,
    acknowledgement: isPosted && changesPost !== true ? 'new' : acknowledgement,
    name,
    ...(modal === undefined ? {} : { modal: (modalContext) => modal(customId, id, modalContext) }),
    cost: () => cost,
    run: async (task) => [await press(task, id, values)],
  };
}

function formAction({ customId, texts, values, isPosted }: Submission): Action {
  const [name, id] = readCustomId(customId);
  const { cost, submit, access, acknowledgement } = FORMS.get(name) ?? UNKNOWN_FORM;
  return {
    access,
    acknowledgement: isPosted ? 'new' : acknowledgement,
    name,
    cost: () => cost,
    run: async (task) => [await submit(task, id, texts, values)],
  };
}

/** Reads `v1:action:id`. Anything else is not one of our buttons. */
function readCustomId(customId: string): [action: string, id: string] {
  const [, action = '', id = ''] = /^v1:([a-z-]+):(.*)$/s.exec(customId) ?? [];
  return [action, id];
}
