/** What happened in a conversation, no matter who played the assistant. The rules read this and nothing else. */
import type { Claim } from './claim.ts';

export type Event =
  | { readonly kind: 'person'; readonly text: string }
  | { readonly kind: 'assistant'; readonly text: string; readonly claims: readonly Claim[] }
  | { readonly kind: 'call'; readonly tool: string; readonly input: unknown }
  /** `value`: the structured result; of a refusal, its error. `text`: the same as text. `call`: the position of what it answers. */
  | {
      readonly kind: 'result';
      readonly call: number;
      readonly value: unknown;
      readonly text?: string;
      readonly isError: boolean;
    }
  /** What was done outside the conversation. `page`: the signing page on which it was done. */
  | { readonly kind: 'deed'; readonly by: 'person' | 'assistant'; readonly does: string; readonly page?: string }
  /** Another conversation: the assistant knows nothing of the earlier ones. */
  | { readonly kind: 'new-chat' };

export type Transcript = {
  /** What the server sent to the assistant before the conversation, its tools included. */
  readonly given: string;
  readonly events: readonly Event[];
};

export type Breach = {
  readonly rule: string;
  /** Position of the event. */
  readonly at: number;
  /** Never repeats what may be a secret. */
  readonly why: string;
};

/** @returns every place where the transcript breaks the rule */
export type Rule = (transcript: Transcript) => readonly Breach[];

/** Everything that the assistant had before it when it came to the event at `at`. */
export function knownAt({ given, events }: Transcript, at: number): string {
  const start = events.findLastIndex(({ kind }, index) => kind === 'new-chat' && index < at) + 1;
  const seen = events.slice(start, at).flatMap((event) => {
    if (event.kind === 'person') return event.text;
    return event.kind === 'result' ? textsIn(event.value) : [];
  });
  return [given, ...seen].join('\n');
}

/** Every text in a value, the names of its fields left out. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
