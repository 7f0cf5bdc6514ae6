/** Dates that a record can hold: the clock of this process begins at the same moment in each part, and moves by hand. */

process.env['TZ'] = 'UTC';
const BEGIN = Date.UTC(2026, 0, 15, 12);
let now = BEGIN;

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [now] : parts) as []));
  }
  static override now = (): number => now;
} as DateConstructor;

export function restartClock(): void {
  now = BEGIN;
}

/** For everything that reads the clock; timers run on by themselves. */
export function passTime(seconds: number): void {
  now += seconds * 1_000;
}
