/** A service that counts as the live one does: so many requests in any window, and 429 for what is beyond. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Arrival = {
  readonly kind: string;
  /** On `performance`'s clock, in milliseconds. */
  readonly at: number;
  /** How long the caller had waited for its place, as it says. */
  readonly waited: number;
};

export type CountingService = {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Answers 429. */
  refused(): number;
  /** The most that came in any window. */
  most(): number;
  close(): Promise<void>;
};

export async function startCountingService(allowed: number, windowMs: number): Promise<CountingService> {
  const arrivals: Arrival[] = [];
  let refused = 0;
  const server = createServer((request, response) => {
    const at = performance.now();
    arrivals.push({ kind: request.url?.slice(1) ?? '', at, waited: Number(request.headers['x-waited']) });
    const isTooMuch = arrivals.filter((each) => each.at > at - windowMs).length > allowed;
    if (isTooMuch) refused += 1;
    request.resume();
    setTimeout(() => response.writeHead(isTooMuch ? 429 : 200).end(), 5 + Math.random() * 40);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    refused: () => refused,
    most: () =>
      Math.max(
        0,
        ...arrivals.map(({ at }) => arrivals.filter((each) => each.at >= at && each.at < at + windowMs).length),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
