/** What a conversation says must never happen in it. */
import { type Event, type Transcript, textsIn } from '../rules/transcript.ts';
import type { Never } from './conversation.ts';
import { mismatches } from './matches.ts';
import { type Results, resolveReferences, UnresolvedReference } from './references.ts';

export function neverHappened(nevers: readonly Never[], { events }: Transcript, results: Results): string[] {
  return nevers.flatMap((never) => {
    const found = isIn(never, results);
    return events.flatMap((event, at) =>
      found(event) ? [`event ${at} must never happen: ${JSON.stringify(never)}`] : [],
    );
  });
}

function isIn(never: Never, results: Results): (event: Event) => boolean {
  if ('claim' in never) {
    return (event) => event.kind === 'assistant' && event.claims.some(({ claim }) => claim === never.claim);
  }
  const named = resolved('call' in never ? (never.with ?? {}) : never.text, results);
  // What it would be about never came to be.
  if (named === undefined) return () => false;
  if ('call' in never) {
    return (event) => event.kind === 'call' && event.tool === never.call && mismatches(named, event.input).length === 0;
  }
  return (event) => {
    const texts = event.kind === 'assistant' ? [event.text] : event.kind === 'call' ? textsIn(event.input) : [];
    return texts.some((text) => text.includes(String(named)));
  };
}

function resolved(value: unknown, results: Results): unknown {
  try {
    return resolveReferences(value, results);
  } catch (thrown) {
    if (thrown instanceof UnresolvedReference) return undefined;
    throw thrown;
  }
}
