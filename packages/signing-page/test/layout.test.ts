/**
 * Where the parts of the main states stand, on a wide screen and on a phone, beside what is committed in layout.json
 * (`LAYOUT=write pnpm test packages/signing-page/test/layout.test.ts` writes it again). No pixels: browsers and fonts
 * differ. Columns are exact; what depends on how texts wrap has room.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasBrowser, openTab } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, take } from '@countersign/testkit/page/scene';
import { openStage } from '@countersign/testkit/page/stage';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

type Box = readonly [left: number, top: number, width: number, height: number];
type Boxes = Readonly<Record<string, Box>>;

const FILE = fileURLToPath(new URL('layout.json', import.meta.url));
const isWriting = process.env['LAYOUT'] === 'write';
const committed = JSON.parse(isWriting ? '{}' : readFileSync(FILE, 'utf8')) as Record<string, Boxes>;

const SIZES = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const;
/** The parts that a person finds their way by. */
const PARTS = ['#band', 'h1', '.standing', '.deal', '.panel', '.stop', '.bar', '.panel .primary'];
const COLUMN_PX = 4;
/** Of a height or a distance from the top. */
const WRAPS = 0.3;
const WRAPS_PX = 60;

describe.runIf(hasBrowser)('the layout of', () => {
  const stage = openStage();
  const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'a deploy to sign': async (page) => {
      await page.goto(await linkOf());
      await page.locator('.panel .primary').waitFor();
    },
    'a deploy to confirm': async (page) => {
      await page.goto(await linkOf({ platformFee: 25 }));
      await page.locator('.stop').waitFor();
    },
    'a payout to sign': async (page) => {
      const { desk } = stage.scene;
      const escrow = await fundedEscrow(desk);
      await take(desk, 'client', 'approve', { escrow, milestone: 1 });
      await page.goto(String((await desk.prepare('release', { escrow, milestone: 1 })).signUrl));
      await page.locator('.panel .primary').waitFor();
    },
    'what has settled': async (page) => {
      await page.goto(await linkOf());
      await page.getByRole('button', { name: 'Sign as demo account “client”' }).click();
      await page.locator('ol.life').waitFor();
    },
  };
  const linkOf = async (changes = {}) =>
    String((await stage.scene.desk.prepare('deploy', deployInput(changes))).signUrl);
  const found: Record<string, Boxes> = {};
  afterAll(() => {
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(found, undefined, 2)}\n`);
  });

  const cases = Object.entries(states).flatMap(([state, open]) =>
    Object.entries(SIZES).map(([size, options]) => [`${state}, ${size}`, open, options] as const),
  );
  test.each(cases)('%s', async (name, open, options) => {
    const { page, close } = await openTab(stage.browser, stage.scene.url, { ...options, reducedMotion: 'reduce' });
    onTestFinished(close);
    await open(page);
    const boxes = await boxesOf(page);
    found[name] = boxes;
    if (isWriting) return;
    const expected = committed[name] ?? {};
    expect(Object.keys(boxes)).toEqual(Object.keys(expected));
    const moved = Object.entries(boxes).filter(([part, box]) => !isNear(box, expected[part] as Box));
    expect(moved.map(([part, box]) => ({ part, box, committed: expected[part] }))).toEqual([]);
  });
});

/** Of the parts that can be seen. */
async function boxesOf(page: Page): Promise<Boxes> {
  const boxes: Record<string, Box> = {};
  for (const part of PARTS) {
    const place = page.locator(part).first();
    const box = (await place.count()) === 0 ? null : await place.boundingBox();
    if (box !== null) boxes[part] = [box.x, box.y, box.width, box.height].map(Math.round) as unknown as Box;
  }
  return boxes;
}

function isNear(box: Box, expected: Box): boolean {
  return box.every((value, at) => {
    const isColumn = at % 2 === 0;
    const wanted = expected[at] as number;
    const most = isColumn ? COLUMN_PX : Math.max(WRAPS_PX, wanted * WRAPS);
    return Math.abs(value - wanted) <= most;
  });
}
