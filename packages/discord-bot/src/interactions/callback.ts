/** What Discord takes as the first answer to an interaction, whichever way it goes there. Pure. */
import { type APIModalInteractionResponseCallbackData, MessageFlags } from 'discord.js';
import { type Message, payload } from './payload.ts';

/** `new` promises an answer that only the person sees, `same` a change of the message that holds the button. */
export type Acknowledgement = 'new' | 'same';

/** What a button may open instead. Nothing can be shown in answer to that click beside it. */
export type Modal = APIModalInteractionResponseCallbackData;

/** Suggestions while somebody types. */
export type Choice = { readonly name: string; readonly value: string };

/** Source: Discord's reference, "Interaction Callback Type". */
const PONG = 1;
const MESSAGE = 4;
const DEFERRED_NEW = 5;
const DEFERRED_SAME = 6;
const SUGGESTIONS = 8;
const MODAL = 9;

export const PONG_BODY: object = { type: PONG };

export function acknowledgementBody(how: Acknowledgement | Modal): object {
  if (how === 'new') return { type: DEFERRED_NEW, data: { flags: MessageFlags.Ephemeral } };
  return how === 'same' ? { type: DEFERRED_SAME } : { type: MODAL, data: how };
}

export function suggestionsBody(choices: readonly Choice[]): object {
  return { type: SUGGESTIONS, data: { choices } };
}

/** A complete answer, visible only to the person. A first answer has no files: those follow an acknowledgement. */
export function messageBody({ components }: Message): object {
  return {
    type: MESSAGE,
    data: payload({ components }, MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral).body,
  };
}
