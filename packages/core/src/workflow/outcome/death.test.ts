import { describe, expect, test } from 'vitest';
import type { DeathReading } from '../model/results.ts';
import { isDeathDoubtful, readDeath } from './death.ts';

const KINDS: readonly DeathReading['kind'][] = ['dead', 'displaced', 'rejected'];
const first = (kind: DeathReading['kind'], ledger = 5): DeathReading => ({ kind, ledger });

describe('a death is final', () => {
  test('exactly when two RPCs report it, or a later ledger shows the same', () => {
    for (const kind of KINDS) {
      for (const earlier of [undefined, ...KINDS.flatMap((each) => [4, 5, 6].map((ledger) => first(each, ledger)))]) {
        for (const isAgreed of [false, true]) {
          const isSame = earlier !== undefined && (earlier.kind === 'rejected') === (kind === 'rejected');
          const reading = readDeath({ kind }, { ledger: 5, isAgreed }, earlier);
          expect(reading.isFinal === true).toBe(isAgreed || (isSame && earlier.ledger < 5));
          // Reading the same ledger again writes nothing.
          if (isSame && !isAgreed && earlier.ledger >= 5) expect(reading).toBe(earlier);
        }
      }
    }
  });

  test('is doubted after one reading, whatever the state, and never once it settled', () => {
    const of = (state: Parameters<typeof isDeathDoubtful>[0]['state'], death?: DeathReading) =>
      isDeathDoubtful({ state, ...(death === undefined ? {} : { settlement: { death } as never }) });
    expect(['offered', 'unknown', 'accepted'].map((state) => of(state as never))).toEqual([false, false, false]);
    expect(['offered', 'unknown', 'accepted'].map((state) => of(state as never, first('dead')))).toEqual([
      true,
      true,
      true,
    ]);
    // Rows of earlier versions were read once.
    expect([of('dead'), of('rejected')]).toEqual([true, true]);
    expect([of('dead', { ...first('dead'), isFinal: true }), of('settled', first('dead'))]).toEqual([false, false]);
  });
});
