/** What the local Discord answers where it refuses: a status, and one of Discord's own codes. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Ids as Discord makes them: milliseconds since 2015 in the upper bits, a counter in the lower. */
let count = 0n;

export function snowflake(at = Date.now()): string {
  count = (count + 1n) & 0xfffn;
  return ((BigInt(at - 1_420_070_400_000) << 22n) | count).toString();
}
