/** What becomes of a signature on its way to the desk: attempts, pauses, what the page shows, and what its tab stores. */
import { CountersignError } from '@countersign/core/errors';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView, SubmitReply } from '../../page-view.ts';
import '../words/en.ts';

vi.stubGlobal('location', new URL('http://127.0.0.1:4747/sign/0123456789abcdef'));
const { unreachable } = await import('../parts/ask-server.ts');
const { setServerTime } = await import('../parts/time.ts');
const { createDelivery, storedSignature } = await import('./delivery.ts');
type Kept = NonNullable<ReturnType<typeof storedSignature>>;

const NOW = 1_800_000_000_000;
const KEPT: Kept = { hash: 'a', signedXdr: 'SIGNED', expiresAt: NOW + 100_000 };
const STORED = [KEPT, 'countersign:signed:0123456789abcdef:a'] as const;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  setServerTime(NOW);
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

type Status = Partial<PageView['status']>;
const viewOf = (status: string, more: Status = {}) =>
  ({ status: { status, transactionHash: 'a', ...more } }) as PageView;
const reply = (submitted: string, status: string, more: Status = {}, detail?: string) =>
  ({
    ...viewOf(status, more),
    submitted: { status: submitted, transactionHash: 'a', message: 'M.', detail },
  }) as SubmitReply;
const away = () => unreachable('Away.');
const error = (code: string, more: object = {}) =>
  new CountersignError(code as 'READ_ONLY', { message: `It is ${code}.`, ...more });

/** A tab: each attempt waits until `answer` settles it, and each report to the page is one line. */
function openTab() {
  const lines: string[] = [];
  const attempts: PromiseWithResolvers<SubmitReply>[] = [];
  const delivery = createDelivery({
    submit: (signedXdr, signal) => {
      const attempt = Promise.withResolvers<SubmitReply>();
      attempts.push(attempt);
      lines.push(`  sends ${signedXdr}, attempt ${attempts.length}`);
      signal.addEventListener('abort', () => lines.push(`  gives up attempt ${attempts.indexOf(attempt) + 1}`));
      return attempt.promise;
    },
    onChange: () => lines.push(`  shows ${shown()}`),
    onView: ({ status }) => lines.push(`  shows the view of ${status.transactionHash}: ${status.status}`),
    onRefused: ({ code, message, remedy, detail }) =>
      lines.push(`  refuses: ${code}. ${[message, remedy, detail].join(' ')}`),
    look: async () => void lines.push('  looks'),
  });
  const shown = () => {
    const state = delivery.undelivered();
    if (state === undefined) return 'nothing';
    const more = { sending: 'slow', waiting: 'until', held: '', late: 'hash' }[state.kind];
    const value = more === 'until' ? `${(Reflect.get(state, more) - Date.now()) / 1_000} s` : Reflect.get(state, more);
    return [state.kind, value, 'because' in state ? state.because.message : ''].filter(Boolean).join(', ');
  };
  const settle = async () => void (await vi.advanceTimersByTimeAsync(0));
  return {
    ...{ delivery, lines },
    note: (title: string) => lines.push(`${title} (stored: ${Object.keys(sessionStorage).length})`),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    answer: async (outcome: SubmitReply | Error) => {
      const attempt = attempts.at(-1);
      if (outcome instanceof Error) attempt?.reject(outcome);
      else attempt?.resolve(outcome);
      await settle();
    },
    settle,
  };
}
type Tab = ReturnType<typeof openTab>;

const begin = (tab: Tab, kept = KEPT) => {
  void tab.delivery.start(kept).then(() => tab.lines.push('  lets the person go on'));
  return tab.settle();
};
const waiting = async (tab: Tab, more: object = {}) => {
  await begin(tab);
  await tab.answer(error('SERVICE_TIMEOUT', { retryAfterMs: 0, ...more }));
};
const late = async (tab: Tab) => {
  await begin(tab);
  await tab.pass(102_000);
};
const delivered = async (tab: Tab) => {
  await begin(tab);
  await tab.answer(reply('sending', 'sending'));
};

const SCENARIOS: Readonly<Record<string, (tab: Tab) => Promise<unknown>>> = {
  'is answered at once': async (tab) => {
    await delivered(tab);
    tab.delivery.observe(viewOf('settled'));
  },
  'is slow, and answered in the end': async (tab) => {
    await begin(tab);
    await tab.pass(2_999);
    tab.note('before it is slow');
    await tab.pass(1);
    tab.note('once it is slow');
    await tab.answer(reply('settled', 'settled'));
  },
  'waits longer each time': async (tab) => {
    await begin(tab);
    for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
      await tab.answer(away());
      await tab.pass(pause * 1_000 - 1);
      tab.note('a millisecond before the next attempt');
      await tab.pass(1);
    }
  },
  'waits up to a quarter less, so that pages do not retry in step': async (tab) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    await waiting(tab);
  },
  'waits as long as the server wants': async (tab) => {
    await waiting(tab, { retryAfterMs: 10_000 });
    await tab.pass(9_999);
    tab.note('a millisecond before');
    tab.delivery.nudge();
    tab.note('nudged too early');
    tab.delivery.tryNow();
    tab.note('the person tries now');
  },
  'is sent again early when an answer is likely': async (tab) => {
    await waiting(tab);
    tab.delivery.nudge();
    tab.note('nudged');
    await tab.pass(2_999);
    tab.delivery.nudge();
    await tab.pass(1);
    tab.note('nudged when it hangs');
    tab.delivery.nudge();
  },
  'is held until someone has changed something': async (tab) => {
    await begin(tab);
    await tab.answer(error('READ_ONLY'));
    tab.delivery.nudge();
    await tab.pass(60_000);
    tab.note('the person tries now');
    tab.delivery.tryNow();
    await tab.answer(error('OUTCOME_UNKNOWN'));
  },
  'is refused': async (tab) => {
    await begin(tab);
    await tab.answer(error('SIGNED_BY_ANOTHER'));
  },
  'is late': async (tab) => {
    await begin(tab);
    await tab.pass(101_999);
    tab.note('a millisecond before');
    await tab.pass(1);
  },
  'is late already': (tab) => begin(tab, { ...KEPT, expiresAt: NOW - 2_000 }),
  'ends after more than a timer can wait': async (tab) => {
    await begin(tab, { ...KEPT, expiresAt: NOW + 30 * 86_400_000 });
    await tab.pass(29 * 86_400_000);
    tab.note('a day before its end');
    await tab.pass(86_402_000);
  },
  'is forgotten by the person, and an answer to it is dropped': async (tab) => {
    await begin(tab);
    tab.delivery.forget();
    await tab.answer(reply('settled', 'settled'));
    tab.delivery.forget();
  },
  'was delivered, and another attempt has no answer': async (tab) => {
    await begin(tab);
    tab.delivery.observe(viewOf('sending'));
    await tab.answer(away());
    tab.note('then its time is over');
    await tab.pass(102_000);
  },
};

/** In a tab that has stored nothing yet, at the same time as each other one. */
async function play(run: (tab: Tab) => unknown): Promise<string> {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.clearAllTimers();
  vi.setSystemTime(NOW);
  setServerTime(NOW);
  sessionStorage.clear();
  const tab = openTab();
  await run(tab);
  tab.note('  at the end');
  return tab.lines.join('\n');
}
const firstOf = (kept?: Kept, view?: PageView) => (tab: Tab) => {
  if (kept !== undefined) tab.delivery.resume(kept, view);
  return tab.settle();
};

test('delivers a signature once, or says why not, as recorded', async () => {
  const parts: string[] = [];
  const add = async (title: string, run: (tab: Tab) => unknown) => parts.push(`# ${title}\n${await play(run)}`);
  for (const [title, run] of Object.entries(SCENARIOS)) await add(title, run);
  for (const submitted of ['settled', 'rejected', 'expired', 'displaced', 'partly-signed'])
    for (const transactionHash of ['a', 'b'])
      await add(`the answer is ${submitted}, and the view is about ${transactionHash}`, async (tab) => {
        await begin(tab);
        await tab.answer(
          reply(submitted, 'prepared', { transactionHash }, submitted === 'displaced' ? 'D.' : undefined),
        );
      });
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('recorded/delivery.txt');
});

const STATUSES: readonly (readonly [status: string, more?: Status])[] = [
  ...['prepared', 'sending', 'accepted', 'settled', 'taken', 'superseded', 'declined', 'discarded', 'expired'].map(
    (status) => [status] as const,
  ),
  ...(['rejected', 'displaced'] as const).flatMap((status) =>
    ['a', 'b'].map((transactionHash) => [status, { transactionHash }] as const),
  ),
  ['unknown'],
  ['unknown', { neverSent: true }],
];

test('follows the desk’s view of a signature as recorded', async () => {
  const parts: string[] = [];
  for (const [as, before] of Object.entries({ waiting, delivered, late })) {
    for (const [status, more] of STATUSES) {
      const text = await play(async (tab) => {
        await before(tab);
        tab.lines.length = 0;
        tab.delivery.observe(viewOf(status, more));
      });
      parts.push(`# ${as}, and the view says ${status} ${JSON.stringify(more ?? {})}\n${text}`);
    }
  }
  for (const [status, more] of STATUSES)
    parts.push(
      `# resumed, and the view says ${status} ${JSON.stringify(more ?? {})}\n${await play(firstOf(KEPT, viewOf(status, more)))}`,
    );
  parts.push(`# resumed without a view\n${await play(firstOf(KEPT))}`);
  parts.push(`# nothing is kept\n${await play((tab) => tab.delivery.observe(viewOf('discarded')))}`);
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot('recorded/delivery-views.txt');
});

test('keeps a signature in its tab, and takes nothing else for one', async () => {
  await play(async (tab) => {
    await begin(tab);
    expect(storedSignature()).toEqual(KEPT);
    expect(tab.delivery.survivesReload()).toBe(true);
    // One page of a tab has at most one.
    await begin(tab, { ...KEPT, hash: 'b' });
    expect(storedSignature()).toMatchObject({ hash: 'b' });
  });
  const [kept, key] = STORED;
  for (const value of [
    'no JSON',
    'null',
    ...['hash', 'signedXdr', 'expiresAt'].map((field) => JSON.stringify({ ...kept, [field]: undefined })),
    JSON.stringify({ ...kept, hash: 'b' }),
  ]) {
    sessionStorage.clear();
    sessionStorage.setItem(key, value);
    expect(storedSignature(), value).toBeUndefined();
  }
  sessionStorage.clear();
  sessionStorage.setItem(key.replace('0123', '4567'), JSON.stringify(kept));
  expect(storedSignature()).toBeUndefined();
});

test('reports that a reload loses the signature where the browser stores nothing', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const tab = openTab();
  await begin(tab);
  expect(tab.delivery.survivesReload()).toBe(false);
  await tab.answer(away());
  expect(tab.delivery.undelivered()?.kind).toBe('waiting');
});
