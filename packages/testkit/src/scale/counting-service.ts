/** A service that counts as the live one does: so many requests in any window, and 429 for what is beyond. */
import { startStandIn } from '../service/stand-in.ts';

type Arrival = {
  readonly kind: string;
  /** On `performance`'s clock, in milliseconds. */
  readonly at: number;
  /** How long the caller had waited for its place, as it says. */
  readonly waited: number;
};

export async function startCountingService(allowed: number, windowMs: number) {
  const arrivals: Arrival[] = [];
  let refused = 0;
  const { url, close } = await startStandIn((response, { url: path, headers, at }) => {
    arrivals.push({ kind: path.slice(1), at, waited: Number(headers['x-waited']) });
    const isTooMuch = arrivals.filter((each) => each.at > at - windowMs).length > allowed;
    if (isTooMuch) refused += 1;
    setTimeout(() => response.writeHead(isTooMuch ? 429 : 200).end(), 5 + Math.random() * 40);
  });
  const within = (from: number) => arrivals.filter(({ at }) => at >= from && at < from + windowMs).length;
  return {
    url,
    arrivals,
    refused: () => refused,
    most: () => Math.max(0, ...arrivals.map(({ at }) => within(at))),
    close,
  };
}
