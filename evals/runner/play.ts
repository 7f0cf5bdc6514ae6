/** Plays a conversation as it is written, against the real server, and compares every answer with what it expects. */
import { claimSchema } from '../rules/claim.ts';
import { breachesOf } from '../rules/index.ts';
import { type Event, type Transcript, textsIn } from '../rules/transcript.ts';
import type { CallStep, Conversation, Never, Step } from './conversation.ts';
import { mismatches } from './matches.ts';
import { type Results, resolveReferences, resolveText, UnresolvedReference } from './references.ts';
import type { Reply, StartServer } from './server.ts';
import { openStage, type Stage } from './stage.ts';
import { countTokens, type Tokens } from './tokens.ts';

export type Played = {
  readonly transcript: Transcript;
  /** What was not as it is written, what broke a rule, what must never happen. Empty: all is well. */
  readonly problems: readonly string[];
  readonly tokens: Tokens;
};

/** @param start the server that is called; default: the real one, by the SDK's own client */
export async function play(conversation: Conversation, start?: StartServer): Promise<Played> {
  const stage = await openStage(conversation, start);
  try {
    const problem = await playSteps(stage, conversation.steps);
    const { transcript, tools, instructions } = stage;
    return {
      transcript,
      problems: [...problem, ...gradeTranscript(conversation, stage)],
      tokens: countTokens({ instructions, tools, transcript }),
    };
  } finally {
    await stage.close();
  }
}

/** What the rules and the conversation's own `never` say of what happened, no matter who played the assistant. */
export function gradeTranscript(conversation: Conversation, { transcript, results }: Stage): string[] {
  return [
    ...breachesOf(transcript).map(({ rule, at, why }) => `rule ${rule}, event ${at}: ${why}`),
    ...neverHappened(conversation.never, transcript, results),
  ];
}

/** @returns what went wrong first, if anything did: nothing after it would be as it is written */
async function playSteps(stage: Stage, steps: readonly Step[]): Promise<readonly string[]> {
  for (const [index, step] of steps.entries()) {
    try {
      const wrong = await playStep(stage, step);
      if (wrong.length > 0) return wrong.map((each) => `step ${index + 1}: ${each}`);
    } catch (thrown) {
      return [`step ${index + 1}: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
    }
  }
  return [];
}

async function playStep(stage: Stage, step: Step): Promise<readonly string[]> {
  const { results } = stage;
  if ('person' in step) {
    await stage.person(step.person);
  } else if ('says' in step) {
    const claims = (step.claims ?? []).map((claim) => claimSchema.parse(resolveReferences(claim, results)));
    await stage.says(resolveText(step.says, results), claims);
  } else if ('world' in step) {
    stage.change(step.world);
  } else if ('call' in step) {
    const input = resolveReferences(step.with, results) as Record<string, unknown>;
    const reply = await stage.call(step.call, input, step.meanwhile);
    if (step.as !== undefined) results.set(step.as, reply.value);
    return unlike(step, reply, results).map((each) => `${step.call}: ${each}`);
  } else {
    await stage.do(step);
  }
  return [];
}

/** How a reply differs from what a step expects. */
export function unlike({ gives, refuses }: CallStep, reply: Reply, results: Stage['results']): string[] {
  if (reply.isError !== (refuses !== undefined)) {
    return [`${reply.isError ? 'it was refused' : 'it was not refused'}: ${reply.text.slice(0, 1_000)}`];
  }
  return mismatches(resolveReferences(refuses ?? gives ?? {}, results), reply.value);
}

/** What a conversation says must never happen in it. */
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
