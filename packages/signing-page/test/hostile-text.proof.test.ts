/** Strangers' texts on the page, in a real browser: the elements of a benign page with other text in them, no more. */
import type { DeployRequest } from '@countersign/core/escrow';
import { NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { errorsOf, onChain, preparedOf, statusesOf } from '@countersign/testkit/fixtures/hostile-scenes';
import { ALL_HOSTILE, EVIL, HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { unfit } from '@countersign/testkit/fixtures/text-properties';
import { hasBrowser, openLoneTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';
import type { PageView } from '../src/page-view.ts';

const PROOF = 'Hostile text';

/** A page's events come from the test, and what the page then shows is written down at once. */
const IN_THE_PAGE = `
  window.EventSource = class extends EventTarget { constructor() { super(); window.source = this; } close() {} };
  const attributesOf = (element) => [...element.attributes].map(({ name, value }) => name === 'datetime' ? name : name + '=' + value).sort().join(' ');
  const shapeOf = (element) => '<' + element.tagName + ' ' + attributesOf(element) + '>' + [...element.children].map(shapeOf).join('') + '</>';
  // While it can be signed the deal heads the page, and its title is the stranger's.
  const dealOf = (body) => body.querySelector('.status.prepared h1')?.textContent ?? 'no deal';
  window.showThis = (type, data) => {
    window.source.dispatchEvent(new MessageEvent(type, { data }));
    const body = document.body.cloneNode(true);
    for (const block of body.querySelectorAll('.look-twice')) block.remove();
    const texts = [...body.querySelectorAll('main *')].flatMap((element) => [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data));
    return {
      shape: shapeOf(body),
      title: document.title.replace(dealOf(body).trim(), 'the deal'),
      texts,
      codes: [...body.querySelectorAll('.code')].map(({ textContent }) => textContent),
      labels: [...body.querySelectorAll('h1, h2, dt, button, summary, .verified')].map(({ textContent }) => textContent.replace(dealOf(body), 'the deal')),
      wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      scripts: document.scripts.length,
      links: [...document.querySelectorAll('a, area, form, iframe, img, object, embed, svg, style, base')].map(({ outerHTML }) => outerHTML),
    };
  };`;

type ShownPage = {
  readonly shape: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly codes: readonly string[];
  readonly labels: readonly string[];
  readonly wide: boolean;
  readonly scripts: number;
  readonly links: readonly string[];
};

const BENIGN = 'Logo for a bakery';

/** A request whose every text is this one. */
function askedFor(text: string): DeployRequest {
  const cut = onChain(text);
  const plain = request();
  const { amount = '' } = plain.milestones[0] ?? {};
  const milestones = plain.milestones.map(() => ({ amount, description: cut }));
  return { ...plain, engagementId: cut, title: cut, description: cut, milestones };
}

/** The view of a deploy that is what was asked for. */
function viewOf(text: string): PageView {
  const { unsignedXdr = '', transactionHash, contractId } = preparedOf(text);
  return {
    id: 'a'.repeat(32),
    action: 'deploy',
    request: askedFor(text),
    network: sandbox,
    offer: { unsignedXdr, hash: transactionHash, contractId, expiresAt: (NOW + 100) * 1_000, reasons: [] },
    judgement: { key: 'key', stops: [], warnings: [], facts: [] },
    maxFee: '50000000',
    status: {
      id: 'a'.repeat(32),
      status: 'prepared',
      by: 'here',
      network: 'sandbox',
      contractId,
      transactionHash,
      expiresAt: new Date((NOW + 100) * 1_000).toISOString(),
      message: '',
      next: '',
    },
    now: NOW * 1_000,
  };
}

/** In `eventsOf`: settled, rejected and unknown come behind three views, errors behind them. */
const FIRST_STATUS = 3;
const STATUSES = 3;
/** Of those that a text can be shown in, so many for each. */
const PAGES = 5;

/** One that was settled gives way to whatever comes; an open one would stay on screen. */
const BETWEEN = settled(viewOf('Between two offers'));
function settled(view: PageView): PageView {
  return { ...view, status: { ...view.status, status: 'settled' } };
}

/** Everything a page can be sent that holds the text, one of each kind: `[event, data]`. */
function eventsOf(text: string): [string, unknown][] {
  const match = viewOf(text);
  const statuses = statusesOf(text).filter(
    ({ status }, at, all) => all.findIndex((each) => each.status === status) === at,
  );
  const errors = errorsOf(text).filter(({ code }, at, all) => all.findIndex((each) => each.code === code) === at);
  return [
    ['view', { ...match, request: askedFor(BENIGN === text ? 'Another' : BENIGN) }],
    ['view', BETWEEN],
    ['view', match],
    ...statuses.map((status): [string, unknown] => [
      'view',
      { ...match, status: { ...status, contractId: match.offer.contractId } },
    ]),
    ...errors.map((error): [string, unknown] => [
      'problem',
      { error: { ...error.toView(), code: 'HANDLE_NOT_FOUND' } },
    ]),
  ];
}

describe.runIf(hasBrowser)('in the browser', () => {
  const stage = openStage();

  test('every text in every state: the same elements, labels and codes as a benign one', async ({ task }) => {
    const { page, oddities, close } = await openLoneTab(stage.browser, stage.scene.url, PHONE);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addInitScript(IN_THE_PAGE);
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const show = async (events: readonly (readonly [string, unknown])[]): Promise<ShownPage[]> =>
      await page.evaluate(
        `${JSON.stringify(events.map(([type, data]) => [type, JSON.stringify(data)]))}.map(([type, data]) => window.showThis(type, data))`,
      );
    // The first transaction's signer has a demo account, and its button.
    await show([['view', BETWEEN], ...eventsOf(BENIGN).slice(0, FIRST_STATUS), ['view', BETWEEN]]);
    // What follows is loaded once something has settled.
    await page.locator('.afterwards').waitFor();
    const benign = await show(eventsOf(BENIGN));
    expect(benign[0]?.labels).toContain('Do not sign this');
    expect(benign[2]).toMatchObject({
      labels: expect.arrayContaining(['the deal', 'Sign']),
      title: 'the deal · Countersign',
    });
    for (const [turn, { text }] of HOSTILE.entries()) {
      const about = JSON.stringify(text.slice(0, 60));
      const events = eventsOf(text);
      // Compared with its request, both ways, each; of what the service says and of errors, the next kind each time.
      const chosen = [
        0,
        1,
        2,
        FIRST_STATUS + (turn % STATUSES),
        FIRST_STATUS + STATUSES + (turn % (events.length - FIRST_STATUS - STATUSES)),
      ];
      expect(chosen).toHaveLength(PAGES);
      const pages = await show(chosen.map((at) => events[at] as [string, unknown]));
      for (const [at, shown] of pages.entries()) {
        const index = chosen[at] as number;
        const plain = benign[index] as ShownPage;
        // How many problems a request has depends on its text, and a service that said nothing is not quoted.
        const list = (shape: string) =>
          shape.replace('<P class=words></>', '').replace(/(<LI >|<P >)<\/>(?:\1<\/>)+/g, '$1</>');
        expect(list(shown.shape), `${index} ${about}`).toBe(list(plain.shape));
        expect(shown, `${index} ${about}`).toMatchObject({
          // A page that lost its transaction keeps the title that it had.
          title: index < FIRST_STATUS + STATUSES ? plain.title : expect.stringMatching(/ · Countersign$/),
          labels: plain.labels,
          scripts: 2,
          wide: false,
          links: plain.links,
        });
        expect(addresses(shown)).toEqual(addresses(plain));
        for (const each of shown.texts) expect(unfit(each), about).toEqual([]);
      }
    }
    expect(oddities).toEqual([]);
    expect(dialogs).toEqual([]);
    task.meta.figures = {
      proof: PROOF,
      rows: { 'signing page in a browser: pages compared with a benign one': ALL_HOSTILE.length * PAGES },
    };
    await close();
  });
});

/** Addresses are shown in full, and one of a stranger's is none of them; a hash differs with the text. */
function addresses({ codes }: ShownPage): string[] {
  expect(codes).not.toContain(EVIL);
  return codes.filter((code) => code.length === 56);
}
