/** Dates that a record can hold: the clock of this process begins at the same moment in each part, and moves by hand. */

const BEGIN = Date.UTC(2026, 0, 15, 12);
const MachineDate = globalThis.Date;
const MACHINE_ZONE = process.env['TZ'];
let now = BEGIN;

const FixedDate = class extends MachineDate {
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

/** For tests that run in this process afterwards. */
export function endClock(): void {
  globalThis.Date = MachineDate;
  if (MACHINE_ZONE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = MACHINE_ZONE;
}

/** For everything that reads the clock; timers run on by themselves. */
export function passTime(seconds: number): void {
  now += seconds * 1_000;
}
