/** A proxy before the service that can lose a sending's answer, or answer in the service's place. */
import { forward, initOf, type ReceivedRequest, refusal, reset, startStandIn } from '../service/stand-in.ts';

/**
 * `lose`: the service gets it, and its answer is cut off. `deny`: it gets it, and says that it refused. `drop`: it never
 * gets there, and nobody can know. `refuse`: answered at once with status 400, nothing sent on. `until`: sent on when
 * that has come, or dropped then.
 */
type SendFault =
  | 'lose'
  | 'deny'
  | 'drop'
  | { readonly refuse: string }
  | { readonly until: Promise<unknown>; readonly drop?: true };

export type Road = Awaited<ReturnType<typeof startRoad>>;

/** @param note called with each request as it comes by */
export async function startRoad(service: string, note: (request: ReceivedRequest) => void = () => undefined) {
  /** Paths of the requests that came by, in order. */
  const asked: string[] = [];
  /** What becomes of the next sendings, one each. */
  const faults: SendFault[] = [];
  const { url, close } = await startStandIn(async (response, request) => {
    asked.push(request.url.replace(/\?.*/, ''));
    note(request);
    const fault = request.url.startsWith('/helper/') ? faults.shift() : undefined;
    const isHeld = typeof fault === 'object' && 'until' in fault;
    if (isHeld) await fault.until;
    if (fault === 'drop' || (isHeld && fault.drop)) return reset(response, request);
    if (typeof fault === 'object' && 'refuse' in fault) return refusal(fault.refuse)(response, request);
    const reply = await fetch(`${service}${request.url}`, initOf(request));
    if (fault === 'lose') return reset(response, request);
    return fault === 'deny' ? refusal('tx_bad_seq')(response, request) : forward(response, reply);
  });
  return { url, asked, faults, close };
}
