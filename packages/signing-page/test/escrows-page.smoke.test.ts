/** The list of one's escrows in a real browser: who needs me, what happened, how it follows, search, a table. */
import { readFile } from 'node:fs/promises';
import { hasBrowser } from '@countersign/testkit/page/browser';
import { deployInput, fundedEscrow, signAndSend, take } from '@countersign/testkit/page/scene';
import { details, group, isFocused, lookAgain, openListStage, row, textOf } from '@countersign/testkit/page/stage';
import { describe, expect, test } from 'vitest';

const ONE = [{ description: 'All of it', amount: '90.5' }];

describe.runIf(hasBrowser)('the list of escrows', () => {
  const stage = openListStage();

  test('has three groups with counts, each escrow with its state, whose turn it is, and its money', async () => {
    const { page, desk, show } = await stage.open();
    const poster = await desk.prepare('deploy', deployInput({ title: 'Poster', milestones: ONE }));
    await signAndSend(desk, 'client', poster);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: poster.id, amount: '60.5' }));
    await fundedEscrow(desk, { title: 'At work' });
    const paid = await fundedEscrow(desk, { title: 'Paid', milestones: ONE });
    await take(desk, 'client', 'approve', { escrow: paid, milestone: 1 });
    await take(desk, 'client', 'release', { escrow: paid, milestone: 1 });
    // The last one: another transaction of the client would displace it.
    await desk.prepare('deploy', deployInput({ title: 'To be signed' }));
    await show();
    expect(await textOf(row(page, 'To be signed'))).toMatch(/Waiting for a signature5,000 USDCto be paid in/);
    expect(await textOf(row(page, 'Poster'))).toMatch(/Waiting for money.*funds it.*60\.50 of 90\.50 USDCin the esc/);
    expect(await textOf(row(page, 'At work'))).toMatch(
      /In progressService provider reports progress on milestones 1–3/,
    );
    expect(await textOf(row(page, 'At work'))).toContain('5,000 of 5,000 USDC');
    expect(await textOf(row(page, 'Paid'))).toMatch(/Finished.*90\.50 USDCin all/);
    expect(await group(page, 'Needs me').locator('h3').allTextContents()).toEqual(['To be signed', 'Poster']);
    expect(await group(page, 'Waiting for others').locator('h3').allTextContents()).toEqual(['At work']);
    expect(await group(page, 'Finished').locator('h3').allTextContents()).toEqual(['Paid']);
    expect(await page.locator('.count').allTextContents()).toEqual(['2', '1', '1']);
    expect(await textOf(page.locator('.band'))).toContain('Sandbox');
    await row(page, 'To be signed').getByRole('link', { name: 'Read and sign' }).click();
    await page.waitForURL('**/sign/*');
  });

  test('follows a life while it is looked at, and focus stays where it is', async () => {
    const { page, desk, show } = await stage.open();
    const deploy = await desk.prepare('deploy', deployInput({ title: 'A life', milestones: ONE }));
    await show();
    const link = row(page, 'A life').getByRole('link', { name: 'A life', exact: true });
    await link.focus();
    const shows = async (name: string, text: RegExp) => {
      await lookAgain(page);
      await group(page, name).locator('.row', { hasText: text }).waitFor();
      expect(await isFocused(link)).toBe(true);
    };
    await shows('Needs me', /Waiting for a signature/);
    await signAndSend(desk, 'client', deploy);
    await shows('Needs me', /Waiting for money/);
    await signAndSend(desk, 'client', await desk.prepare('fund', { id: deploy.id }));
    await shows('Waiting for others', /Service provider reports/);
  });

  test('asks again by itself while it can be seen', async () => {
    const { page, desk, show } = await stage.open();
    await page.clock.install();
    await desk.prepare('deploy', deployInput({ title: 'The first' }));
    await show();
    await desk.prepare('deploy', deployInput({ title: 'The second' }));
    await page.clock.runFor(15_000);
    await row(page, 'The second').waitFor();
  });

  test('searches while one writes; Escape clears; back and a reload keep the place', async () => {
    const { page, desk, show } = await stage.open();
    await desk.prepare('deploy', deployInput({ title: 'Logo' }));
    await desk.prepare('deploy', deployInput({ title: 'Garden' }));
    await show();
    const field = page.getByLabel('Search');
    await field.pressSequentially('gard');
    await row(page, 'Logo').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\?q=gard$/);
    await page.getByRole('status').getByText('1 escrow found').waitFor();
    await field.fill('nothing like it');
    await page.getByText('Nothing matches this search.').waitFor();
    await field.press('Escape');
    await row(page, 'Logo').waitFor();
    expect(await field.inputValue()).toBe('');
    await row(page, 'Logo').getByRole('link', { name: 'Logo', exact: true }).click();
    await details(page).locator('.happened').waitFor();
    await page.reload();
    await details(page).locator('.happened').waitFor();
    await page.goBack();
    await details(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Address book' }).click();
    await page.getByRole('heading', { level: 1, name: 'Address book' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'My escrows' }).waitFor();
  });

  test('the search result can be downloaded as a table', async () => {
    const { page, desk, show } = await stage.open();
    await desk.prepare('deploy', deployInput({ title: 'Logo, “final”', milestones: ONE }));
    await desk.prepare('deploy', deployInput({ title: 'Garden' }));
    await show('?q=logo');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('escrows.csv');
    const table = await readFile(await download.path(), 'utf8');
    expect(table.trim().split('\r\n')).toHaveLength(2);
    expect(table).toContain('"Logo, “final”"');
    expect(table).toContain(',90.5,');
  });
});
