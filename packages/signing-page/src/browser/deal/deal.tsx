/** What is signed, as a person reads it first: who gets what, when, after which costs. */
import type { NamedAddress } from '@countersign/core/words';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import type { Change } from '../sign/changes.ts';
import { facts } from '../sign/facts.ts';
import { paymentFacts } from '../sign/payment-facts.ts';
import type { Match } from '../sign/read-view.ts';
import { stepFacts } from '../sign/step-facts.ts';
import { type AnySummary, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import { trustlineFacts } from '../sign/trustline-facts.ts';

export type DealProps = {
  /** Of what was decoded here; the server's own while nothing to sign is given. */
  readonly summary: AnySummary;
  /** Absent while nothing to sign is given. */
  readonly match: Match | undefined;
  /** What is marked as new in it. */
  readonly changes: readonly Change[];
  readonly names: readonly NamedAddress[];
  readonly judgement: PageView['judgement'];
};

export function Deal({ summary, match, changes, names }: DealProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const drawn = [match, changes, names] as const;
    place.current?.replaceChildren(factsOf(summary, ...drawn));
  }, [summary, match, changes, names]);
  return <div ref={place} />;
}

function factsOf(
  summary: AnySummary,
  match: Match | undefined,
  changes: readonly Change[],
  names: readonly NamedAddress[],
): HTMLElement {
  if (isStep(summary)) return stepFacts(summary, match, changes, names);
  if (isTrustline(summary)) return trustlineFacts(summary, match, changes, names);
  return isPayment(summary) ? paymentFacts(summary, match, changes, names) : facts(summary, match, changes, names);
}
