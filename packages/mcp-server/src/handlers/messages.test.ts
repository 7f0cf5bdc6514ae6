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
  for (const elicitation of [
    undefined,
    null,
    5,
    [],
    {},
    { form: {} },
    { url: {} },
    { form: {}, url: {} },
    { form: true },
    { other: {} },
  ])
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

  for (const [name, input] of [
    ...([
      ['fund_escrow', undefined],
      ['fund_escrow', []],
      ['fund_escrow', { contractId: 'a', escrow: '' }],
      ['fund_escrow', { contractId: null, escrow: 'b' }],
    ] as const),
    ...([
      ['fund_escrow', { contractId: 'a', escrow: 'b' }],
      ['fund_escrow', { escrow: 'b', contractId: 'a' }],
      ['add_trustline', { signer: 's' }],
      ['end_escrow', undefined],
    ] as const),
    ...([
      ['prepare_action', undefined],
      ['prepare_action', { action: 'a' }],
      ['resolve_dispute', { action: 'a', contractId: 'c' }],
      ['discard_escrow', { id: 'a' }],
    ] as const),
    ...([
      ['get_transaction', { transactionHash: 'h', id: '' }],
      ['get_escrow', { transactionHash: 'h' }],
      ['get_escrow', { contractId: 'c', transactionHash: '' }],
    ] as const),
    ...([
      ['get_balances', { addresses: ['a'] }],
      ['deploy_escrow', { id: '' }],
      ['deploy_escrow', { id: 'a', title: 't' }],
      ['deploy_escrow', undefined],
    ] as const),
    ...([
      ['update_escrow', { id: 'a' }],
      ['update_escrow', { id: 'a', includeXdr: true }],
      ['update_escrow', { id: 'a', title: 't' }],
      ['update_escrow', { escrow: 'e' }],
    ] as const),
    ...([
      ['update_escrow', {}],
      ['find_escrows', undefined],
      ['toString', { id: 'a' }],
    ] as const),
  ] as const)
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
      part.note(`${tool} for ${JSON.stringify(token)}`, sent);
    }

  const name = 'io.modelcontextprotocol/tasks';
  for (const extensions of [undefined, {}, { [name]: {} }, { [name]: true }, []])
    part.note(`tasks with ${JSON.stringify(extensions)}: ${followsTasks({ extensions })}, ${followsTasks(extensions)}`);
  const states = [
    'prepared',
    'to-confirm',
    'expired',
    'partly-signed',
    'sending',
    'accepted',
    'unknown',
    'settled',
    'rejected',
    'declined',
    'taken',
    undefined,
  ];
  part.note(`undecided: ${states.filter((status) => isUndecided({ status })).join(', ')}`);
  const ask = (structuredContent: Fields | undefined) => async (input: Fields) => ({
    structuredContent: structuredContent && { asked: input, ...structuredContent },
    content: [{ type: 'text', text: '{"error":{"code":"X","message":"M.","remedy":"R."}}' }],
  });
  const wait = { id: 'a', waitSeconds: 30 };
  for (const [tool, input, status] of [
    ...([
      ['get_escrow', wait, { id: 'a', status: 'prepared', message: 'M.', signUrl: 'U' }],
      ['get_escrow', wait, { id: 'a', status: 'sending', message: 'M.' }],
    ] as const),
    ...([
      ['get_escrow', wait, { id: 'a', status: 'settled' }],
      ['get_escrow', wait, { id: 'b', status: 'prepared' }],
      ['get_escrow', wait, undefined],
    ] as const),
    ...([
      ['find_escrows', wait, { id: 'a', status: 'prepared' }],
      ['get_escrow', { id: 'a' }, { id: 'a', status: 'prepared' }],
      ['get_escrow', { id: 'a', waitSeconds: 0 }, { id: 'a', status: 'prepared' }],
    ] as const),
    ...([
      ['get_escrow', { id: 'a', waitSeconds: '0.1' }, { id: 'a', status: 'unknown' }],
      ['get_escrow', { waitSeconds: 5 }, { id: 'a', status: 'prepared' }],
      ['get_escrow', 'x', { id: 'a', status: 'prepared' }],
    ] as const),
  ] as const)
    part.note(
      `${tool} ${JSON.stringify(input)}, and it is ${JSON.stringify(status)}`,
      (await waitAsTask(tool, input, ask(status) as never)) ?? 'no task',
    );
  const now = Date.now().toString(36);
  for (const [taskId, status] of [
    ...([
      ['a', { id: 'a', status: 'prepared' }],
      ['a.', { id: 'a', status: 'prepared' }],
      [`${'a'.repeat(101)}.1`, undefined],
      [`a.${now}`, { id: 'a', status: 'prepared', message: 'M.' }],
    ] as const),
    ...([
      [`a.${now}`, { id: 'a', status: 'unknown', message: 'M.' }],
      [`a.${now}`, { id: 'b', status: 'prepared' }],
      [`a.${now}`, { id: 'a', status: 'settled' }],
    ] as const),
    ...([
      [`a.${now}`, undefined],
      ['a.zzzzzzzzz', { id: 'a', status: 'prepared' }],
      ['a.zzzzzzzzzzzz', undefined],
    ] as const),
  ] as const)
    part.note(
      `task ${taskId}, and it is ${JSON.stringify(status)}`,
      await readTask({ taskId }, ask(status) as never).catch(({ kind, message }) => ({ kind, message })),
    );
  await expect(part.text()).toMatchFileSnapshot('recorded/messages.txt');
});
