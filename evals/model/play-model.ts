/** A conversation with a provider's model as the assistant: the person says and does what is written, the model the rest. */
import * as z from 'zod';
import { claimSchema } from '../rules/claim.ts';
import type { CallStep, Conversation } from '../runner/conversation.ts';
import { gradeTranscript, unlike } from '../runner/play.ts';
import { openStage, type Stage } from '../runner/stage.ts';
import type { Answer, Message, Provider, Question } from './provider.ts';

export type ModelPlayed = { readonly problems: readonly string[]; readonly tokensUsed: number };

export type Bounds = { readonly requests: number; readonly tokens: number; readonly ms: number };
/** Of one conversation. */
const BOUNDS: Bounds = { requests: 40, tokens: 400_000, ms: 300_000 };

/** What the model is asked for at the end, so that no one has to read its sentences to grade them. */
const REPORT = {
  name: 'report',
  description:
    'Report what you told the person about each escrow in your last words on it. The person does not see this.',
  inputSchema: z.toJSONSchema(z.strictObject({ claims: z.array(claimSchema) })),
};
const reportSchema = z.object({ claims: z.array(claimSchema) });
const ASK_FOR_REPORT =
  'Before we end: call report with what you last told me about each escrow, and whose word I was told it is.';

export async function playModel(
  conversation: Conversation,
  provider: Provider,
  bounds: Bounds = BOUNDS,
): Promise<ModelPlayed> {
  const stage = await openStage(conversation);
  const signal = AbortSignal.timeout(bounds.ms);
  const { instructions } = stage;
  let messages: Message[] = [];
  let requests = 0;
  let tokensUsed = 0;

  const ask = async (more: Partial<Question> = {}): Promise<Answer> => {
    requests += 1;
    if (requests > bounds.requests) throw new Error(`Stopped after ${bounds.requests} requests.`);
    if (tokensUsed > bounds.tokens) throw new Error(`Stopped after ${tokensUsed} tokens.`);
    const answer = await provider.ask({ instructions, tools: stage.tools, messages, signal, ...more });
    tokensUsed += answer.tokens;
    // A provider takes no empty message back.
    if (answer.text !== '' || answer.calls.length > 0) messages.push({ role: 'assistant', raw: answer.raw });
    return answer;
  };
  /** Lets the model go on until it has nothing more to call. */
  const answerPerson = async (expected: CallStep[]): Promise<void> => {
    for (;;) {
      const { text, calls } = await ask();
      if (text !== '') await stage.says(text, []);
      if (calls.length === 0) return;
      const results = [];
      for (const { id, tool, input } of calls) {
        const reply = await callTool(stage, expected, tool, input);
        results.push({ id, text: reply.text, isError: reply.isError });
      }
      messages.push({ role: 'results', results });
    }
  };

  try {
    const missing: string[] = [];
    const { steps } = conversation;
    for (const [index, step] of steps.entries()) {
      if ('person' in step) {
        messages.push({ role: 'person', text: await stage.person(step.person) });
        const following = steps.slice(index + 1);
        const end = following.findIndex((each) => 'person' in each);
        const expected = following.slice(0, end === -1 ? undefined : end).filter((each) => 'call' in each);
        await answerPerson(expected);
        missing.push(
          ...expected.map(
            ({ call }) => `step ${index + 1}: ${call} was not called, or not so that it gave what it should`,
          ),
        );
      } else if ('world' in step) {
        stage.change(step.world);
      } else if ('does' in step) {
        await stage.do(step);
        if (step.does === 'comes-back' && step.newChat === true) messages = [];
      }
    }
    messages.push({ role: 'person', text: ASK_FOR_REPORT });
    const { calls } = await ask({ tools: [...stage.tools, REPORT], mustCall: REPORT.name });
    const report = reportSchema.safeParse(calls[0]?.input);
    await stage.says('', report.data?.claims ?? []);
    return { problems: [...missing, ...gradeTranscript(conversation, stage)], tokensUsed };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return { problems: [`It did not come to its end: ${why}`, ...gradeTranscript(conversation, stage)], tokensUsed };
  } finally {
    await stage.close();
  }
}

/** Takes what it fulfils out of `expected`. */
async function callTool(stage: Stage, expected: CallStep[], tool: string, input: Readonly<Record<string, unknown>>) {
  const waiting = expected.find((step) => step.call === tool && step.meanwhile !== undefined);
  const reply = await stage.call(tool, input, waiting?.meanwhile);
  const { results } = stage;
  const index = expected.findIndex((step) => step.call === tool && unlike(step, reply, results).length === 0);
  const [fulfilled] = index === -1 ? [] : expected.splice(index, 1);
  if (fulfilled?.as !== undefined) results.set(fulfilled.as, reply.value);
  if (waiting !== undefined && waiting !== fulfilled) {
    // What the person did once is not done again by the next call.
    const { meanwhile: _, ...rest } = waiting;
    expected.splice(expected.indexOf(waiting), 1, rest);
  }
  return reply;
}
