/** How often the ledger is asked for the state of a settled page’s escrow. */
import type { PageDesk } from '@countersign/core';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { afterEach, expect, test } from 'vitest';
import { createStandings } from './escrow-states.ts';

afterEach(endClock);

function scene() {
  restartClock();
  const asked: string[] = [];
  const notes: unknown[] = [];
  let answer: (language: string) => Promise<unknown> = async () => undefined;
  const standingOf = createStandings((thrown) => void notes.push(thrown));
  const desk = (language = 'en') => {
    const escrow = async () => {
      asked.push(language);
      return await answer(language);
    };
    return { language, escrow } as unknown as PageDesk;
  };
  const view = (id: string, status = 'settled') => ({ id, status: { status } }) as Parameters<typeof standingOf>[1];
  return { asked, notes, standingOf, desk, view, answers: (next: typeof answer) => (answer = next) };
}

test('asks for a settled page alone, every 10 s for each language, and answers with the last state in between', async () => {
  const { asked, standingOf, desk, view, answers } = scene();
  answers(async (language) => ({ title: `${language} ${asked.length}` }));
  expect(await standingOf(desk(), view('a', 'prepared'), true)).toBeUndefined();
  expect(await standingOf(desk(), view('a'), false)).toBeUndefined();
  expect(asked).toEqual([]);
  expect(await standingOf(desk(), view('a'), true)).toEqual({ title: 'en 1' });
  expect(await standingOf(desk('es'), view('a'), true)).toEqual({ title: 'es 2' });
  passTime(9.999);
  expect(await standingOf(desk(), view('a'), true)).toEqual({ title: 'en 1' });
  passTime(0.001);
  expect(await standingOf(desk(), view('a'), false)).toEqual({ title: 'en 1' });
  expect(await standingOf(desk(), view('a'), true)).toEqual({ title: 'en 3' });
  expect(asked).toEqual(['en', 'es', 'en']);
});

test('keeps the last state when the ledger does not answer, and asks no second time while it is asked', async () => {
  const { asked, notes, standingOf, desk, view, answers } = scene();
  answers(async () => ({ title: 'A' }));
  await standingOf(desk(), view('a'), true);
  passTime(10);
  const down = new Error('down');
  answers(() => Promise.reject(down));
  const both = [standingOf(desk(), view('a'), true), standingOf(desk(), view('a'), true)];
  expect(await Promise.all(both)).toEqual([{ title: 'A' }, { title: 'A' }]);
  expect([asked.length, notes]).toEqual([2, [down]]);
});

test('forgets the state of the page that was read longest ago, once it knows 500 others', async () => {
  const { standingOf, desk, view, answers } = scene();
  answers(async () => ({ title: 'A' }));
  for (let at = 0; at < 500; at += 1) await standingOf(desk(), view(`${at}`), true);
  expect(await standingOf(desk(), view('0'), false)).toEqual({ title: 'A' });
  await standingOf(desk(), view('500'), true);
  expect(await standingOf(desk(), view('0'), false)).toBeUndefined();
  expect(await standingOf(desk(), view('1'), false)).toEqual({ title: 'A' });
});
