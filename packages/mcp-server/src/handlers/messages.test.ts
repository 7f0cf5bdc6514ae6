/** What hosts declare and reply, calls by earlier names, progress, and tasks: one entry for each. */
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, expect, test } from 'vitest';
import { currentCall } from '../tools/earlier-names.ts';
import { answerIn, modesIn, questionParams } from './ask.ts';
import { createProgress } from './call.ts';
import { followsTasks, isUndecided, readTask, waitAsTask } from './tasks.ts';

afterEach(endClock);

type Fields = Readonly<Record<string, unknown>>;

test('reads what hosts declare and reply, earlier names, progress and tasks as recorded', async () => {
  restartClock();
  const part = createPart();
  const declared = [{}, { form: {} }, { url: {} }, { form: {}, url: {} }, { form: true }, { other: {} }];
  for (const elicitation of [undefined, null, 5, [], ...declared])
    part.note(`declares ${JSON.stringify(elicitation)}: ${[...modesIn({ elicitation })].join(', ') || 'nothing'}`);
  part.note(`declares ${[...modesIn(undefined), ...modesIn(5)].length} without capabilities`);
  for (const reply of [
    undefined,
    'accept',
    {},
    { action: 'accept' },
    { action: 'accept', content: { a: 1 } },
    { action: 'accept', content: [1] },
    { action: 'decline', content: { a: 1 } },
    { action: 'cancel' },
    { action: 'later' },
  ])
    part.note(`replies ${JSON.stringify(reply)}: ${JSON.stringify(answerIn(reply))}`);
  part.note('a question for a page', questionParams({ mode: 'url', message: 'M', url: 'U' }));
  part.note(
    'a question with a form',
    questionParams({ mode: 'form', message: 'M', requestedSchema: { type: 'object', properties: {}, required: [] } }),
  );

  const EARLIER: readonly (readonly [name: string, ...inputs: unknown[]])[] = [
    ['fund_escrow', undefined, [], { id: 'a' }, { contractId: 'a', escrow: '' }, { contractId: null, escrow: 'b' }],
    ['fund_escrow', { contractId: 'a', escrow: 'b' }, { escrow: 'b', contractId: 'a' }],
    ['add_trustline', { signer: 's' }],
    ['end_escrow', undefined],
    ['prepare_action', undefined, { action: 'a' }],
    ['resolve_dispute', { action: 'a', contractId: 'c' }],
    ['discard_escrow', { id: 'a' }],
    ['get_transaction', { transactionHash: 'h', id: '' }, { transactionHash: null, id: 'a' }],
    ['get_escrow', { transactionHash: 'h' }, { contractId: 'c', transactionHash: '' }],
    ['get_balances', { addresses: ['a'] }],
    ['deploy_escrow', { id: '' }, { id: 'a', title: 't' }, undefined],
    ['update_escrow', { id: 'a' }, { id: 'a', includeXdr: true }, { id: 'a', title: 't' }, { escrow: 'e' }, {}],
    ['find_escrows', undefined],
    ['toString', { id: 'a' }],
  ];
  for (const [name, ...inputs] of EARLIER)
    for (const input of inputs)
      part.note(`${name} ${JSON.stringify(input)}: ${JSON.stringify(currentCall({ name, arguments: input }))}`);

  for (const token of [undefined, {}, '', 'a', 0, 7])
    for (const tool of ['get_balances', 'get_escrow', 'deploy_escrow', 'explain_xdr']) {
      const sent: object[] = [];
      const { onProgress, onWait } = createProgress(tool, token, async (progress) => void sent.push(progress));
      for (const [done, total] of [
        [0, 3_000],
        [0, 3_000],
        [1_500, 3_000],
        [1_499, 3_000],
        [3_000, 3_000],
      ] as const)
        onProgress?.(done, total);
      onWait?.(1_499);
      onProgress?.(3_001, 3_002);
      onWait?.(40_600);
      part.note(`${tool} for ${JSON.stringify(token)}`, sent);
    }

  const name = 'io.modelcontextprotocol/tasks';
  for (const extensions of [undefined, {}, { [name]: {} }, { [name]: true }, []])
    part.note(`tasks with ${JSON.stringify(extensions)}: ${followsTasks({ extensions })}, ${followsTasks(extensions)}`);
  const states = [
    ...['prepared', 'to-confirm', 'expired', 'partly-signed', 'sending', 'accepted', 'unknown'],
    ...['settled', 'rejected', 'declined', 'taken', undefined],
  ];
  part.note(`undecided: ${states.filter((status) => isUndecided({ status })).join(', ')}`);
  const ask = (structuredContent: Fields | undefined) => async (input: Fields) => ({
    structuredContent: structuredContent && { asked: input, ...structuredContent },
    content: [{ type: 'text', text: '{"error":{"code":"X","message":"M.","remedy":"R."}}' }],
  });
  const wait = { id: 'a', waitSeconds: 30 };
  const isPrepared = { id: 'a', status: 'prepared' };
  for (const [tool, input, status] of [
    ['get_escrow', wait, { ...isPrepared, message: 'M.', signUrl: 'U' }],
    ['get_escrow', wait, { id: 'a', status: 'sending', message: 'M.' }],
    ['get_escrow', wait, { id: 'a', status: 'settled' }],
    ['get_escrow', wait, { id: 'b', status: 'prepared' }],
    ['get_escrow', wait, undefined],
    ['find_escrows', wait, isPrepared],
    ['get_escrow', { id: 'a' }, isPrepared],
    ['get_escrow', { id: 'a', waitSeconds: 0 }, isPrepared],
    ['get_escrow', { id: 'a', waitSeconds: '0.1' }, { id: 'a', status: 'unknown' }],
    ['get_escrow', { waitSeconds: 5 }, isPrepared],
    ['get_escrow', 'x', isPrepared],
  ] as const)
    part.note(
      `${tool} ${JSON.stringify(input)}, and it is ${JSON.stringify(status)}`,
      (await waitAsTask(tool, input, ask(status) as never)) ?? 'no task',
    );
  const now = Date.now().toString(36);
  for (const [taskId, status] of [
    ['a', isPrepared],
    ['a.', isPrepared],
    [`${'a'.repeat(101)}.1`, undefined],
    [`a.${now}`, { ...isPrepared, message: 'M.' }],
    [`a.${now}`, { id: 'a', status: 'unknown', message: 'M.' }],
    [`a.${now}`, { id: 'b', status: 'prepared' }],
    [`a.${now}`, { id: 'a', status: 'settled' }],
    [`a.${now}`, undefined],
    ['a.zzzzzzzzz', isPrepared],
    ['a.zzzzzzzzzzzz', undefined],
  ] as const)
    part.note(
      `task ${taskId}, and it is ${JSON.stringify(status)}`,
      await readTask({ taskId }, ask(status) as never).catch(({ kind, message }) => ({ kind, message })),
    );
  await expect(part.text()).toMatchFileSnapshot('recorded/messages.txt');
});
