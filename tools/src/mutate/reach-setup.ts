/** Runs before each test file: notes in the file of MUTATE_REACH which branches ran in it. */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { REACHED, type Reach } from './reach.ts';

const branches = new Set<string>();
Reflect.set(globalThis, REACHED, branches);

afterAll(() => {
  const reach: Reach = { test: relative('.', String(expect.getState().testPath)), branches: [...branches] };
  appendFileSync(String(process.env['MUTATE_REACH']), `${JSON.stringify(reach)}\n`);
});
