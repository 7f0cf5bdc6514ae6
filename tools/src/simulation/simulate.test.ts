/** The simulation against queueing theory and arithmetic. */
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const cost = { processMs: 20, databaseMs: 4, serviceMs: 400, alone: [440] };
const machine = { machines: 1, coresOfMachine: 2, processesOfMachine: 2, databaseCores: 2, seconds: 120 };

test('a life without other load takes its measured time', () => {
  const { p50, p99, done } = simulate(cost, { ...machine, livesPerSecond: 0.5 });
  expect(done).toBe(1);
  expect(p50).toBeCloseTo(440, 0);
  expect(p99).toBeLessThan(450);
});

test('shares of time are the load times the cost', () => {
  const { machineShare, databaseShare } = simulate(cost, { ...machine, livesPerSecond: 50, isRegular: true });
  expect(machineShare).toBeCloseTo((50 * 0.02) / 2, 2);
  expect(databaseShare).toBeCloseTo((50 * 0.004) / 2, 2);
});

test('one server with exponential arrivals waits as theory says (M/D/1)', () => {
  // One loop, one core: a life is four pieces of 5 ms, so the queue is that of pieces at 4 times the rate.
  const one = { ...machine, coresOfMachine: 1, processesOfMachine: 1, seconds: 2_000 };
  const plain = { processMs: 20, databaseMs: 0, serviceMs: 400, alone: [420] };
  const { p50 } = simulate(plain, { ...one, livesPerSecond: 25 });
  const load = 0.5;
  const meanWaitOfPiece = (load * 5) / (2 * (1 - load));
  // The median of a sum of four small waits lies at or below its mean, and above none.
  expect(p50).toBeGreaterThan(420);
  expect(p50).toBeLessThan(420 + 4 * meanWaitOfPiece * 1.5);
});

test('beyond the capacity of the cores, lives are not done in time', () => {
  const { done, machineShare } = simulate(cost, { ...machine, livesPerSecond: 200 });
  expect(machineShare).toBeGreaterThan(0.99);
  expect(done).toBeLessThan(0.9);
});

test('the same seed gives the same outcome', () => {
  const run = (seed: number) => simulate(cost, { ...machine, livesPerSecond: 60 }, seed);
  expect(run(7)).toEqual(run(7));
  expect(run(7)).not.toEqual(run(8));
});
