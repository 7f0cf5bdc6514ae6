import type { Desk } from '@countersign/core';
import { onTestFinished } from 'vitest';
import { createTestDesk } from './test-desk.ts';

/** A desk that closes with the test. */
export function openDeskOfTest(options: Parameters<typeof createTestDesk>[0] = {}): Desk {
  const desk = createTestDesk(options);
  onTestFinished(() => desk.close());
  return desk;
}
