/** Accessibility: a keyboard or a phone is enough, the main button is in view, and nothing jumps. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { DESKTOP, hasBrowser, openTab, PHONE } from '@countersign/testkit/page/browser';
import { deployInput } from '@countersign/testkit/page/scene';
import { endClean, openStage } from '@countersign/testkit/page/stage';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

/** Whether the focused element is under what stays on screen. */
const COVERED = `(() => {
  const { activeElement: focused } = document;
  if (focused === document.body || focused.closest('.bar, .skip')) return false;
  const { top, bottom } = focused.getBoundingClientRect();
  const bar = document.querySelector('.bar')?.getBoundingClientRect().top ?? innerHeight;
  return bottom > bar || top < document.getElementById('band').getBoundingClientRect().bottom;
})()`;

/** Resolves when the page has drawn 20 frames: the browser reports a shift after the frame that has it. */
const FRAMES = `(async () => {
  for (let drawn = 0; drawn < 20; drawn += 1) await new Promise(requestAnimationFrame);
})()`;

describe.runIf(hasBrowser)('the page by keyboard and on a phone', () => {
  const stage = openStage();

  async function open(options: BrowserContextOptions = DESKTOP) {
    const { page, oddities, close } = await openTab(stage.browser, stage.scene.url, options);
    endClean({ close, oddities });
    const prepared = await stage.scene.desk.prepare('deploy', deployInput());
    await page.goto(prepared.signUrl as string);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, prepared };
  }
  const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test.each([
    [320, 568],
    [390, 844],
    [640, 400],
    [768, 1024],
    [1000, 700],
    [1280, 800],
    [1920, 1080],
  ])('the main button is in view at %i by %i, and leaves room to read', async (width, height) => {
    const { page } = await open();
    await page.setViewportSize({ width, height });
    const isWide = width >= 1_000;
    const button = isWide ? page.locator('.ways .primary') : page.locator('.bar .primary');
    const box = await button.boundingBox();
    const top = box?.y ?? Number.NaN;
    expect(top).toBeGreaterThan(0);
    expect(top + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(height);
    expect(await page.evaluate('scrollY')).toBe(0);
    if (isWide) return;
    const room = `document.querySelector('.bar').getBoundingClientRect().top - document.getElementById('band').getBoundingClientRect().bottom`;
    expect(await page.evaluate(room)).toBeGreaterThan(height * 0.7);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    // What has the focus never stands under the bar or the band.
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(COVERED)).toBe(false);
    }
  });

  test('on a phone, from the link to the outcome in two presses', async () => {
    const { page } = await open(PHONE);
    await page.locator('.bar').getByRole('button', { name: 'Sign', exact: true }).click();
    await title(page, 'The escrow is deployed');
    expect(await page.locator('.bar').count()).toBe(0);
  });

  test('on a phone, where there is a choice, the bar opens the ways to sign that work there, and closes them', async () => {
    const { page } = await open(PHONE);
    const signer = sandboxKeypair('issuer').publicKey();
    const { signUrl } = await stage.scene.desk.prepare('deploy', deployInput({ signer }));
    await page.goto(String(signUrl));
    await page.locator('.bar').getByRole('button', { name: 'Choose how to sign' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('sign');
    const box = await page.getByRole('button', { name: 'Sign with xBull' }).boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(PHONE.viewport.height - 120);
    expect(await page.getByRole('button', { name: /Freighter|Ledger/ }).count()).toBe(0);
    expect(await page.getByText('Decline', { exact: true }).count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('.sheet').count()).toBe(0);
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  test('a keyboard is enough, from the top of the page to the outcome', async () => {
    const { page } = await open();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to signing');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Sign as demo account “client”');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    const ways = ['Sign with Freighter', 'Sign with xBull', 'More wallets', 'Sign in another wallet'];
    for (const expected of ways) {
      await page.keyboard.press('Tab');
      expect(await focused()).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Download unsigned.xdr.txt' }).waitFor();
    const elsewhere = [
      /^Download unsigned.xdr.txt$/,
      /^Copy transaction$/,
      /^Open in a wallet app/,
      /^Sign in Stellar Lab/,
      /^Sign on Albedo’s site/,
      /^Sign on your phone$/,
      /^$/,
      /^Submit signed transaction$/,
    ];
    for (const expected of elsewhere) {
      await page.keyboard.press('Tab');
      expect(await focused()).toMatch(expected);
    }
    const steps = ways.length + elsewhere.length;
    for (let back = 0; back < steps; back += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await title(page, 'The escrow is deployed');
    expect(await focused()).toBe('The escrow is deployed');
  });

  test.each([
    ['desktop', DESKTOP],
    ['as narrow as a phone', { viewport: PHONE.viewport }],
  ] as const)('nothing jumps while it loads, waits and says what is wrong: %s', async (_, options) => {
    const { page, prepared } = await open(options);
    await page.addInitScript(`window.jumps = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.jumps += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(prepared.signUrl as string);
    await page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await page.getByText('Waiting for Freighter').waitFor();
    await page.evaluate(FRAMES);
    expect(await page.evaluate('window.jumps')).toBeLessThan(0.01);
  });

  test('a person who prefers reduced motion sees none', async () => {
    const { page } = await open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Sign with Freighter' }).click();
    await page.getByText('Waiting for Freighter').waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });

  test('a press on an address selects all of it, to be copied', async () => {
    const { page, prepared } = await open();
    await page.locator('.people .code').first().click();
    expect(await page.evaluate('getSelection().toString()')).toBe(prepared.summary.roles.approver);
  });

  test('everything that is pressed on a phone is large enough', async () => {
    const { page } = await open(PHONE);
    await page.getByText('Sign in another wallet').click();
    for (const button of await page.getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
  });
});
