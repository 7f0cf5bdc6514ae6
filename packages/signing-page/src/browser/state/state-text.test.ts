/** How a state reads on the pages: its heading, the sentence under it, and amounts. */
import { expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import '../words/en.ts';
import { words } from '../words/words.ts';
import { amountIn, leadOf, receiptText, requestText, type ScreenStatus, titleOf } from './state-text.ts';

const statusOf = (more: object = {}) => ({ message: 'M.', ...more }) as PageView['status'];
const { over, then } = words().status;

test.each<[ScreenStatus, string, string]>([
  ['prepared', 'Read this before you sign', 'M.'],
  ['over', 'Read this before you sign', `${over} ${then.again}`],
  ['expired', 'Read this before you sign', `M. ${then.again}`],
  ['to-confirm', 'Stop and read this first', `M. ${then['to-confirm']}`],
  ['sending', 'Being sent', `M. ${then.sending}`],
  ['accepted', 'The service says that it settled', `M. Do not pay again. ${then.accepted}`],
  ['settled', 'The payment arrived', `M. ${then.settled}`],
  ['rejected', 'It did not settle', `M. Nothing was paid. ${then.refused}`],
  ['displaced', 'Another transaction went first', `M. ${then.refused}`],
  ['superseded', 'Replaced by a newer version', `M. ${then.superseded}`],
  ['declined', 'Declined', `M. ${then.declined}`],
  ['discarded', 'Discarded', `M. ${then.discarded}`],
  ['unknown', 'Sent, outcome not known yet', 'M. Do not sign another payment.'],
])('heads a payment that is %s with “%s”, and says what to do', (status, title, lead) => {
  expect(titleOf('fund', status)).toBe(title);
  expect(leadOf({ action: 'fund', status: statusOf() }, status)).toBe(lead);
});

test('calls a request whose time is over expired', () => {
  expect([requestText('over'), requestText('rejected')]).toEqual([requestText('expired'), 'It did not settle']);
});

test('sends no one away from a page where something follows', () => {
  const planned = statusOf({ plan: { next: 'a' } });
  expect(leadOf({ action: 'deploy', status: statusOf() }, 'settled')).toBe('M.');
  expect(leadOf({ action: 'fund', status: planned }, 'settled')).toBe('M.');
  expect(leadOf({ action: 'fund', status: planned }, 'rejected')).toBe(`M. Nothing was paid. ${then.refused}`);
});

test('says that an earlier version was signed, and offers nothing again', () => {
  const displaced = (earlierVersion: boolean) => statusOf({ displacedBy: { earlierVersion } });
  expect(leadOf({ action: 'fund', status: displaced(true) }, 'displaced')).toBe(`M. ${then.earlierVersion}`);
  expect(leadOf({ action: 'fund', status: displaced(false) }, 'displaced')).toBe(`M. ${then.refused}`);
});

test.each([
  ['5.5 USDC', '5.50 USDC'],
  ['5.5 EURC', '5.5 EURC'],
  ['5.5', '5.5'],
  ['5 USDC more', '5 USDC more'],
])('writes the text %j as %j', (text, shown) => {
  expect(amountIn(text, { token: { code: 'USDC' } } as Parameters<typeof amountIn>[1])).toBe(shown);
});

test('gives the state, what is held, and the time of reading on a receipt', () => {
  const read = { turn: [], asOf: Date.UTC(2026, 0, 2, 3, 4, 5) };
  expect(receiptText({ ...read, state: 'working' }, 'USDC')).toMatch(/^In progress, as of January 2, 2026 at /);
  expect(receiptText({ ...read, state: 'finished', held: '1000' }, 'USDC')).toMatch(
    /^Finished, it holds 1,000 USDC, as /,
  );
});
