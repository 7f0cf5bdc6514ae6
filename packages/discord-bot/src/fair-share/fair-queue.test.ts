import { expect, test } from 'vitest';
import { createBudget } from './fair-queue.ts';

const MINUTE = 60_000;

function setUp(perMinute: number) {
  const clock = { now: 5_000 };
  return { clock, budget: createBudget(perMinute, () => clock.now) };
}

test('half may be used at once; the rest comes back evenly', () => {
  const { budget, clock } = setUp(20);
  for (let used = 0; used < 10; used++) {
    expect(budget.waitMs('ada', 1)).toBe(0);
    budget.spend('ada', 1);
  }
  expect(budget.waitMs('ada', 1)).toBe(6_000);
  expect(budget.waitMs('bob', 1)).toBe(0);
  clock.now += 5_999;
  expect(budget.waitMs('ada', 1)).toBe(1);
  clock.now += 1;
  expect(budget.waitMs('ada', 1)).toBe(0);
});

test.each([1, 3, 15, 25])('at %i a minute nobody uses more in any minute, and everybody can use one', (perMinute) => {
  const { budget, clock } = setUp(perMinute);
  const times: number[] = [];
  for (; clock.now < 10 * MINUTE; clock.now += 250) {
    if (budget.waitMs('ada', 1) > 0) continue;
    budget.spend('ada', 1);
    times.push(clock.now);
  }
  const most = Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + MINUTE).length));
  expect(most).toBeLessThanOrEqual(Math.max(perMinute, 2));
  expect(times.length).toBeGreaterThanOrEqual(Math.floor((perMinute / 2) * 9));
});

test('delays a key for longer when it cost more than the budget, and then forgets it', () => {
  const { budget, clock } = setUp(20);
  expect(budget.waitMs('ada', 30)).toBe(0);
  budget.spend('ada', 30);
  expect(budget.waitMs('ada', 1)).toBe(21 * 6_000);
  clock.now += 3 * MINUTE;
  expect(budget.waitMs('ada', 10)).toBe(0);
  budget.spend('bob', 1);
  expect(budget.size()).toBe(1);
});

test('a hold leaves room for the most that it may cost, and settles at what it did cost', () => {
  const { budget } = setUp(20);
  expect(budget.mayHold('ada', 11)).toBe(true);
  budget.hold('ada', 11);
  expect(budget.mayHold('ada', 1)).toBe(false);
  expect(budget.waitMs('ada', 1)).toBe(0);
  budget.settle('ada', 11, 2);
  expect(budget.mayHold('ada', 8)).toBe(true);
  budget.hold('ada', 8);
  expect(budget.mayHold('ada', 1)).toBe(false);
  budget.settle('ada', 8, 8);
  expect(budget.mayHold('ada', 1)).toBe(false);
  expect(budget.waitMs('ada', 1)).toBeGreaterThan(0);
});

test('many keys take bounded memory', () => {
  const { budget, clock } = setUp(20);
  for (let key = 0; key < 50_000; key++) {
    budget.spend(`person ${key}`, 20);
    budget.hold(`person ${key}`, 5);
    budget.settle(`person ${key}`, 5, 0);
  }
  expect(budget.size()).toBeLessThanOrEqual(20_000);
  clock.now += 3 * MINUTE;
  budget.spend('ada', 1);
  expect(budget.size()).toBe(1);
});
