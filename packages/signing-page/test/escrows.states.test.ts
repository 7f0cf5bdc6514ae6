/** The list for everybody: axe-core finds nothing in any state, a keyboard is enough, and so is any width. */

import type { PersonalDesk } from '@countersign/core';
import { ownCommand } from '@countersign/core/platform/launch';
import { ALL_HOSTILE } from '@countersign/testkit/fixtures/hostile-text';
import { hasBrowser, PHONE } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, platform, provider, take } from '@countersign/testkit/page/scene';
import {
  barriers,
  changeList,
  details,
  isFocused,
  isTooWide,
  lookAgain,
  openListStage,
  row,
  tabTo,
  textOf,
} from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { EscrowDetails, EscrowList } from '../src/escrows-view.ts';
import { shownPage, testLooks } from './looks.ts';

/** In both colour schemes. */
async function allBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await barriers(page)).map((barrier) => `${colorScheme} ${barrier}`));
  }
  return found;
}

const COMMAND = `${ownCommand()} escrows`;

describe.runIf(hasBrowser)('the list for everybody', () => {
  const stage = openListStage({ isShared: false });
  type Opened = { readonly page: Page; readonly desk: PersonalDesk; readonly show: (query?: string) => Promise<void> };
  const title = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const openDetails = async (page: Page, name: string) => {
    await row(page, name).getByRole('link', { name, exact: true }).click();
    await details(page).locator('.happened').waitFor();
  };
  const withName = async ({ page, show }: Opened) => {
    await show('?view=people');
    await page.getByRole('button', { name: 'Add a name' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ana');
    await page.getByLabel('Address', { exact: true }).fill(provider.address);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove Ana' }).waitFor();
  };

  const states: Readonly<Record<string, (opened: Opened) => Promise<void>>> = {
    'no session': async ({ page }) => {
      await page.goto(stage.scene.url);
      await title(page, 'This list is not open');
      expect(await textOf(page.locator('main'))).toContain(COMMAND);
    },
    'a link that was used': async ({ page, desk }) => {
      const { url } = await desk.openList();
      const token = new URL(url).hash.slice(1);
      await fetch(`${stage.scene.url}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: stage.scene.url },
        body: JSON.stringify({ token }),
      });
      await page.goto(url);
      await title(page, 'This link no longer opens the list');
      expect(page.url()).not.toContain(token);
    },
    'a session that ended': async ({ page, show }) => {
      await show();
      stage.scene.clock.ahead += 12 * 3_600_000;
      await lookAgain(page);
      await title(page, 'This list was closed after a while');
    },
    'closed by the person': async ({ page, show }) => {
      await show();
      await page.getByRole('button', { name: 'Close the list' }).click();
      await title(page, 'The list is closed');
      await page.reload();
      await title(page, 'This list is not open');
    },
    'not closed, since no answer came': async ({ page, show }) => {
      await show();
      await page.route('**/session/end', (route) => route.abort());
      await page.getByRole('button', { name: 'Close the list' }).click();
      await page.getByRole('alert').waitFor();
    },
    'nobody answers': async ({ page, desk, show }) => {
      await desk.prepare('deploy', deployInput({ title: 'Still here' }));
      await show();
      await page.route('**/escrows/**', (route) => route.abort());
      await lookAgain(page);
      await page.getByRole('alert').getByText('Countersign does not answer').waitFor();
      expect(await row(page, 'Still here').isVisible()).toBe(true);
    },
    'nobody answered yet': async ({ page, desk }) => {
      const { url } = await desk.openList();
      await page.route('**/session', (route) => route.abort());
      await page.goto(url);
      await page.getByRole('alert').getByText('Countersign does not answer').waitFor();
      await page.unroute('**/session');
      await page.getByRole('button', { name: 'Try now' }).click();
      await title(page, 'You have no escrows yet');
    },
    'nothing in it': async ({ page, show }) => {
      await show();
      await title(page, 'You have no escrows yet');
    },
    'nothing found': async ({ page, desk, show }) => {
      await desk.prepare('deploy', deployInput());
      await show('?q=nothing-like-it');
      await page.getByText('Nothing matches').waitFor();
    },
    'a search that is refused': async ({ page, show }) => {
      await show(`?q=${'a+b+c+d+e+f+g+h+i+j+k+l'}`);
      await page.getByRole('alert').waitFor();
    },
    'details, with everything open': async ({ page, desk, show }) => {
      const step = { escrow: await fundedEscrow(desk, { title: 'In full' }), milestone: 1 };
      await take(stage.scene.desk, 'provider', 'change-status', { ...step, evidence: 'The design, in three files' });
      await take(desk, 'client', 'approve', step);
      await desk.prepare('release', step);
      await desk.prepare('deploy', deployInput({ title: 'To be signed' }));
      await show();
      await openDetails(page, 'In full');
      await page.getByText('Technical details').click();
    },
    'what nobody knows': async ({ page, desk, show }) => {
      await fundedEscrow(desk, { title: 'Not told' });
      await changeList(page, ({ held: _, needed: __, state: ___, turn: ____, ...rest }) => ({
        ...rest,
        by: 'service',
        changed: true,
        serviceLacks: true,
      }));
      await show();
      await row(page, 'Not told').waitFor();
    },
    'one that is unknown here': async ({ page, desk, show }) => {
      await desk.prepare('deploy', deployInput());
      await show(`?escrow=${'0'.repeat(32)}`);
      await details(page).getByRole('alert').waitFor();
    },
    'a name that is refused': async ({ page, show }) => {
      await show('?view=people');
      await page.getByRole('button', { name: 'Add a name' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').waitFor();
    },
    'a name with another address': async (opened) => {
      const { page } = opened;
      await withName(opened);
      await page.getByRole('button', { name: 'Change the address of Ana' }).click();
      await page.getByLabel('Address', { exact: true }).fill(platform.address);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Replace the address' }).click();
      await page.getByRole('alert').waitFor();
    },
    'a name to be removed': async (opened) => {
      await withName(opened);
      await opened.page.getByRole('button', { name: 'Remove Ana' }).click();
    },
  };

  testLooks('escrows', states, async (reach, { options, speak }) => {
    const opened = await stage.open(options, speak);
    await reach(opened);
    return shownPage(opened.page);
  });

  test('on a phone the details stand below their row, and nothing is wider than any window', async () => {
    const { page, desk, show } = await stage.open(PHONE);
    await fundedEscrow(desk, { title: 'First' });
    const second = await desk.prepare('deploy', deployInput({ title: 'Second' }));
    expect(second.status).toBe('prepared');
    await show();
    await openDetails(page, 'Second');
    const [above, below] = await Promise.all([row(page, 'Second').boundingBox(), details(page).boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual(Number(above?.y) + Number(above?.height) - 1);
    expect(await allBarriers(page)).toEqual([]);
    for (const width of [320, 390, 640, 999, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const view of ['Escrows', 'Address book']) {
        await page.getByRole('link', { name: view }).click();
        expect(await isTooWide(page), `${view} at ${width}`).toBe(false);
      }
    }
  });

  test('the keyboard alone opens an escrow, closes it, and stands where it was', async () => {
    const { page, desk, show } = await stage.open();
    await desk.prepare('deploy', deployInput({ title: 'Logo' }));
    await show();
    const link = row(page, 'Logo').getByRole('link', { name: 'Logo', exact: true });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(details(page).getByRole('heading', { name: 'Logo' }))).toBe(true);
    await lookAgain(page);
    await details(page).locator('.happened').waitFor();
    expect(await isFocused(details(page).getByRole('heading', { name: 'Logo' }))).toBe(true);
    await page.keyboard.press('Escape');
    await details(page).waitFor({ state: 'detached' });
    expect(await isFocused(link)).toBe(true);
    await tabTo(page, row(page, 'Logo').getByRole('link', { name: 'Read and sign' }));
  });

  test('shows any text of strangers as text, in a row of the same shape, and no wider than the page', async () => {
    const { page, desk, show } = await stage.open({ viewport: { width: 320, height: 700 } });
    const { id } = await desk.prepare('deploy', deployInput({ title: 'Benign' }));
    const texts = ['Benign', ...ALL_HOSTILE.map(({ text }) => text.slice(0, 200).toWellFormed())];
    await page.route('**/escrows/list?*', async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as EscrowList;
      const escrows = texts.flatMap((title, at) =>
        list.escrows.map((each) => ({ ...each, title, id: `${each.id}${at}` })),
      );
      await route.fulfill({ response: answer, json: { ...list, escrows } });
    });
    await page.route(`**/escrows/${id}*`, async (route) => {
      const address = route.request().url();
      const answer = await route.fetch({ url: address.slice(0, address.indexOf(id) + id.length) });
      const text = texts[Number(address.slice(address.indexOf(id) + id.length))] ?? '';
      const { escrow, ...rest } = (await answer.json()) as EscrowDetails;
      const milestones = escrow.milestones.map((each) => ({
        ...each,
        description: text,
        status: text,
        evidence: text,
      }));
      const changed = { ...escrow, title: text, description: text, engagementId: text, milestones };
      await route.fulfill({ response: answer, json: { ...rest, escrow: changed } });
    });
    await show();
    expect(await page.locator('.row h3').allTextContents()).toEqual(texts);
    const shapes = (await page.evaluate(`[...document.querySelectorAll('.row')].map(${SHAPE})`)) as string[];
    expect([...new Set(shapes)]).toHaveLength(1);
    expect(await isTooWide(page)).toBe(false);

    const families = new Map(
      ALL_HOSTILE.map(({ family, text }) => [family, texts.indexOf(text.slice(0, 200).toWellFormed())]),
    );
    const reports = new Set<unknown>();
    for (const at of [0, ...families.values()]) {
      // Where its text shows nothing, the row is what can be clicked.
      await page.locator('.row').nth(at).click();
      await page.locator(`.row[data-open] #escrow-${id}${at}`).waitFor({ state: 'attached' });
      await details(page).locator('.happened').waitFor();
      expect(await textOf(details(page).locator('.step .what').first())).toBe(texts[at]);
      expect(await isTooWide(page), texts[at]).toBe(false);
      reports.add(await details(page).evaluate(`(${SHAPE})(document.querySelector('.details'))`));
    }
    expect(reports.size).toBe(1);
  });
});

/** An element and its descendants: their tags and attributes. */
const SHAPE = `(element) => [...element.querySelectorAll('*')].map(({ tagName, attributes }) => [tagName, ...[...attributes].map(({ name }) => name).sort()].join(' ')).join()`;
