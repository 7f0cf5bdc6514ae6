/** Dates that a record can hold: the clock of this process begins at the same moment in each part, and moves by hand. */

const BEGIN = Date.UTC(2026, 0, 15, 12);
let now = BEGIN;

const FixedDate = class extends Date {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [now] : parts) as []));
  }
  static override now = (): number => now;
} as DateConstructor;

/** From the first call on, nothing in this process reads the clock of the machine. */
export function restartClock(): void {
  process.env['TZ'] = 'UTC';
  globalThis.Date = FixedDate;
  now = BEGIN;
}

/** For everything that reads the clock; timers run on by themselves. */
export function passTime(seconds: number): void {
  now += seconds * 1_000;
}
