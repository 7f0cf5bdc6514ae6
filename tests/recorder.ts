/** A server on loopback that records every byte of every request, and passes it on or answers itself. */
import { answer, forward, initOf, startStandIn } from '@countersign/testkit/service/stand-in';
import { onTestFinished } from 'vitest';

export type Recorded = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Recorder = {
  readonly url: string;
  readonly requests: Recorded[];
  /** Answers instead of the target if it returns something. */
  answer: (request: Recorded) => Answer | undefined;
};

/** @param target where to pass requests on; absent: everything is answered with 404 */
export async function startRecorder(target?: string): Promise<Recorder> {
  const { url, close } = await startStandIn(async (response, received) => {
    const init = initOf(received);
    const recorded = { ...received, headers: init.headers as Recorded['headers'] };
    recorder.requests.push(recorded);
    const own = recorder.answer(recorded) ?? (target === undefined ? { status: 404, body: '' } : undefined);
    if (own !== undefined) return answer(own.status, own.body, own.headers)(response, received);
    return forward(response, await fetch(target + received.url, init));
  });
  onTestFinished(close);
  const recorder: Recorder = { url, requests: [], answer: () => undefined };
  return recorder;
}
