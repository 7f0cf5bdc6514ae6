import type { PrepareInput } from '@countersign/core';
import { isObject } from '@countersign/core/text/fields';
import type { Modal } from '../discord/answers.ts';
import { type Command, WORKER } from '../discord/interaction.ts';
import { copyToDraft, openDraft, openFirstForm } from '../draft/actions.ts';
import { readFile } from '../inputs/attachment.ts';
import { FileError, MAX_REQUEST_BYTES, readRequestFile } from '../inputs/request-file.ts';
import { fromServerText, withDefaults } from '../server/defaults.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { postAtOnce } from '../team/ask.ts';
import { alreadyPrepared } from '../team/asked.ts';
import { preparedReply } from '../views/prepared.ts';
import { invalid } from '../words/index.ts';

/** Without options a form opens, where there is no draft to go on with; always for the menu of a person. */
export const deployModal = async (
  { texts, files, chosen }: Command,
  modalContext: ModalContext,
): Promise<Modal | undefined> =>
  texts.has(WORKER) || texts.size + files.size + chosen.size === 0
    ? await openFirstForm(modalContext, texts.get(WORKER))
    : undefined;

/** `/escrow deploy file: from: another:`; without a file it opens a draft. */
export async function deploy(task: Task, command: Command): Promise<Reply[]> {
  const { bot, desk, person, call, words } = task;
  const from = command.texts.get('from')?.trim();
  const text = await readFile(task, command, MAX_REQUEST_BYTES);
  if (text !== undefined && from !== undefined)
    throw invalid(words, { fields: [{ path: 'from', problem: words.problems.alsoFile }] });
  if (text === undefined) {
    if (command.chosen.has('another')) {
      throw invalid(words, { fields: [{ path: 'another', problem: words.problems.anotherNeedsFile }] });
    }
    return [from === undefined ? await openDraft(task) : await copyToDraft(task, from)];
  }
  const { input, lineOf } = readRequestFile(text, words);
  try {
    const signed = withSigner(input, (await bot.state.wallet(person))?.address);
    const filled = withDefaults(signed, (await bot.state.servers.settingsOf(person.guildId)).defaults ?? {});
    const request = filled.input as PrepareInput<'deploy'>;
    const prepared = await desk.prepare('deploy', request, { ...call, another: command.chosen.has('another') });
    const theirs = await alreadyPrepared(task, prepared);
    if (theirs !== undefined) return [theirs];
    const posted = await postAtOnce(task, prepared);
    const notes = [...(filled.names.length === 0 ? [] : [fromServerText(filled.names, words.server)]), posted ?? []];
    const note = notes.flat().join(' ') || undefined;
    return [preparedReply(prepared, words, note)];
  } catch (thrown) {
    throw new FileError(thrown, lineOf);
  }
}

function withSigner(input: unknown, signer: string | undefined): unknown {
  if (signer === undefined || !isObject(input)) return input;
  return 'signer' in input ? input : { ...input, signer };
}
