/** What a page marks as new when another transaction takes the place of the one on screen. */
import { createSigningPage } from '@countersign/signing-page';
import { deployInput, fundedEscrow, openScene, take } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import type { ComponentChildren } from 'preact';
import { afterEach, expect, test } from 'vitest';
import type { PageView } from '../../page-view.ts';
import '../words/en.ts';
import { type Change, received, replaced, type Screen } from './screen.ts';

afterEach(endClock);

/** Text as it is, and of an element what it is made from. */
const shown = (value: ComponentChildren): unknown =>
  typeof value === 'object' && value !== null && 'props' in value ? value.props : value;
const linesOf = (changes: readonly Change[] = []) =>
  changes.map(({ field, before, after, matters }) => [
    field,
    shown(before),
    '→',
    shown(after),
    matters ? '(matters)' : '',
  ]);

test('marks what differs between two transactions as recorded', async () => {
  restartClock();
  const [{ desk, close }, part] = [await openScene(), createPart()];
  const { ask } = browserOf(createSigningPage({ desk }), 'http://127.0.0.1:4747');
  const viewAt = async (signUrl: unknown, act: string) => {
    const { pathname } = new URL(String(signUrl));
    const { body } = await ask(`${pathname}/${act}`, act === 'view' ? undefined : {});
    return body as unknown as PageView;
  };
  const note = (title: string, screen: Screen) => {
    const { view, reading, changes, newer } = screen;
    part.note(`${title}: ${reading.kind}, ${view.status.status}, ${view.offer.hash}`);
    part.note('  on screen', reading.kind === 'match' ? reading.read.hashHex : '');
    part.note('  changes', linesOf(changes));
    if (newer !== undefined) part.note('  newer', linesOf(newer));
    return screen;
  };
  const milestones = [{ description: 'All', amount: '100' }];
  const deploy = await desk.prepare('deploy', deployInput({ engagementId: 'ENG-1', milestones }));
  const first = await viewAt(deploy.signUrl, 'view');
  const before = note('a deploy, first seen', received(undefined, first, Date.now()));
  note('the same again', received(before, { ...first, now: first.now + 1 }, Date.now()));
  passTime(600);
  const renewed = await viewAt(deploy.signUrl, 'renew');
  const waiting = note('renewed elsewhere, unasked', received(before, renewed, Date.now()));
  note('the old one again', received(waiting, first, Date.now()));
  note('expired next', received(before, { ...renewed, status: { ...renewed.status, status: 'expired' } }, Date.now()));
  note('settled next', received(before, { ...renewed, status: { ...renewed.status, status: 'settled' } }, Date.now()));
  note('renewed here', replaced(before, renewed, Date.now()));
  const warned = { ...renewed, judgement: { ...renewed.judgement, warnings: [] } } as PageView;
  note('renewed with other warnings', replaced(before, warned, Date.now()));
  const altered = { ...renewed, offer: { ...renewed.offer, hash: first.offer.hash } };
  note('altered on its way', replaced(before, altered, Date.now()));
  const { unsignedXdr: _, ...bare } = renewed.offer;
  note('withheld', replaced(before, { ...renewed, offer: bare } as PageView, Date.now()));

  const escrow = await fundedEscrow(desk, { engagementId: 'ENG-2', milestones });
  const approval = await desk.prepare('approve', { escrow, milestone: 1 });
  const early = note(
    'an approval before any report',
    received(undefined, await viewAt(approval.signUrl, 'view'), Date.now()),
  );
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org/a' });
  passTime(600);
  const reported = await viewAt(approval.signUrl, 'renew');
  const late = note('after a report', replaced(early, reported, Date.now()));
  await take(desk, 'provider', 'change-status', { escrow, milestone: 1, evidence: 'https://example.org/b' });
  passTime(600);
  note('after another report', replaced(late, await viewAt(approval.signUrl, 'renew'), Date.now()));
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/renewed.txt');
});
