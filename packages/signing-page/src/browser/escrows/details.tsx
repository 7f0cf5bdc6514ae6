/** One escrow as it is now: its money, what is next, its milestones, its people and what happened. */

import type { EscrowView } from '@countersign/core/escrow-views';
import { format } from '@countersign/core/text/message';
import { useEffect, useRef } from 'preact/hooks';
import type { EscrowList, ListedEscrow } from '../../escrows-view.ts';
import { decimalText } from '../parts/decimal-text.ts';
import { Code } from '../parts/elements.tsx';
import { reasonText } from '../words/core-words.ts';
import { words } from '../words/words.ts';
import type { Go } from './address.ts';
import { readDetails, useFresh } from './api.ts';
import { Happened } from './happened.tsx';
import { Notes, rowId } from './row.tsx';
import { type Known, moneyOf, nameOf, Refusal, stateText, turnTexts, unitOf } from './shown.tsx';

type Roles = EscrowView['roles'];
const ORDER: readonly (keyof Roles)[] = [
  'approver',
  'serviceProvider',
  'receiver',
  'releaseSigner',
  'disputeResolver',
  'platformAddress',
];

type ParticipantsProps = { readonly roles: Roles; readonly known: Known };

function Participants({ roles, known }: ParticipantsProps) {
  const { detail, roles: roleWords } = words().escrows;
  const people = new Map<string, string[]>();
  for (const role of ORDER) {
    const address = roles[role];
    if (address !== undefined) people.set(address, [...(people.get(address) ?? []), roleWords[role]]);
  }
  return (
    <>
      <h3>{detail.people}</h3>
      <dl>
        {[...people].map(([address, does]) => {
          const name = nameOf(address, known);
          return (
            <div key={address}>
              <dt>
                {name !== undefined && <bdi class="name">{name}</bdi>}
                {does.join(', ')}
              </dt>
              <dd>
                <Code code={address} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

type MilestonesProps = { readonly escrow: EscrowView; readonly known: Known };

function Milestones({ escrow: { milestones, asset }, known }: MilestonesProps) {
  const { amount: amountOf, detail } = words().escrows;
  return (
    <>
      <h3>{detail.milestones}</h3>
      <ol class="steps">
        {milestones.map(({ description, amount, state, status, evidence, receiver }, index) => (
          <li key={index}>
            <p class="step">
              <span class="what">{description}</span>
              {amount !== undefined && (
                <span class="amount">{format(amountOf, { amount: decimalText(amount), unit: unitOf(asset) })}</span>
              )}
            </p>
            <p class="how">
              {state !== undefined && (
                <span class="state" data-tone={TONES[state]}>
                  {detail.milestoneStates[state]}
                </span>
              )}
              {status !== undefined && <q>{status}</q>}
            </p>
            {evidence !== undefined && (
              <p class="evidence">
                {detail.evidence}: <q>{evidence}</q>
              </p>
            )}
            {receiver !== undefined && (
              <p class="evidence">{format(detail.receiver, { name: nameOf(receiver, known) ?? receiver })}</p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const TONES = { open: 'calm', approved: 'mine', disputed: 'warn', released: 'good', resolved: 'good' } as const;

type DetailsProps = {
  readonly id: string;
  /** The list's entry; absent if the list does not show it. */
  readonly listed: ListedEscrow | undefined;
  readonly known: Known;
  readonly network: EscrowList['network'];
  readonly go: Go;
  /** Below its row, which has its title. */
  readonly isBelow: boolean;
};

/** The id that the page was opened with: the person has not asked to move there. */
let atFirst = new URLSearchParams(location.search).get('escrow') ?? undefined;

export function Details({ id, listed, known, network, go, isBelow }: DetailsProps) {
  const { detail } = words().escrows;
  const { reply, trouble } = useFresh(id, () => readDetails(id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== atFirst) heading.current?.focus();
    atFirst = undefined;
  }, [id]);
  const escrow = reply?.escrow;
  const close = () => {
    go({ open: undefined });
    (document.getElementById(rowId(id)) ?? document.querySelector<HTMLElement>('h1'))?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <section class="card details" aria-labelledby="details-title" onKeyDown={onKeyDown}>
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          <bdi>{(isBelow ? undefined : (escrow?.title ?? listed?.title)) ?? words().escrows.details}</bdi>
        </h2>
        <button type="button" class="secondary close" aria-label={detail.close} onClick={close}>
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <Refusal trouble={trouble} />
      {reply === undefined && trouble === undefined && <p class="hint">{detail.loading}</p>}
      {reply !== undefined && escrow !== undefined && (
        <>
          <p class="stands">{stateText(escrow)}</p>
          <Notes escrow={escrow} />
          {escrow.codeIs === 'unknown' && (
            <p class="note">
              {escrow.codeOwner === undefined
                ? detail.code
                : reasonText({ code: 'CODE_OF_ANOTHER', params: { owner: escrow.codeOwner } })}
            </p>
          )}
          <Money escrow={escrow} />
          {escrow.turn !== undefined && <Turns turns={turnTexts(escrow.turn, known)} />}
          {listed?.page !== undefined && (
            <p>
              <a class="button" href={listed.page}>
                {detail.signPage}
              </a>
            </p>
          )}
          {listed?.page === undefined && listed?.group === 'needs-me' && <p class="hint">{detail.ask}</p>}
          {escrow.changedSince !== undefined && (
            <div class="note">
              <p>{detail.changed}</p>
              <ul>
                {escrow.changedSince.map(({ field, asked, found }) => (
                  <li key={field}>{format(detail.changedLine, { field, asked, found })}</li>
                ))}
              </ul>
            </div>
          )}
          {escrow.description !== '' && <p class="description">{escrow.description}</p>}
          <Milestones escrow={escrow} known={known} />
          <p class="hint">{format(detail.fee, { percent: `${decimalText(escrow.platformFeePercent)} %` })}</p>
          <Participants roles={escrow.roles} known={known} />
          <Happened {...reply} asset={escrow.asset} network={network} known={known} />
          <Technical escrow={escrow} />
        </>
      )}
    </section>
  );
}

function Turns({ turns }: { readonly turns: readonly string[] }) {
  const { detail } = words().escrows;
  return (
    <>
      <h3>{detail.next}</h3>
      {turns.length === 0 && <p>{detail.nobody}</p>}
      <ul class="plain">
        {turns.map((turn) => (
          <li key={turn}>{turn}</li>
        ))}
      </ul>
    </>
  );
}

/** What is in an escrow, of what it has yet to pay out. */
function Money({ escrow }: { readonly escrow: EscrowView }) {
  const { amount, label } = moneyOf(escrow);
  return (
    <div class="money">
      <p>
        <span class="held">{amount}</span> <span class="label">{label}</span>
      </p>
      <Bar held={escrow.held} needed={escrow.needed} />
    </div>
  );
}

/** A picture of the two amounts, which are next to it in full. */
function Bar({ held, needed }: Pick<EscrowView, 'held' | 'needed'>) {
  if (held === undefined || needed === undefined || needed === '0') return null;
  const width = Math.min(100, (100 * Number(held)) / Number(needed));
  return (
    <svg class="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect class="meter-all" width="100" height="1" />
      <rect class="meter-held" width={width} height="1" />
    </svg>
  );
}

function Technical({ escrow }: { readonly escrow: EscrowView }) {
  const { contractId, previousAddresses = [], transactionHash, token, engagementId } = escrow;
  const { technical, contract, transaction, token: tokenWord, engagement } = words().escrows.detail;
  const codes = [
    [contract, contractId],
    ...previousAddresses.map((previous) => [words().afterwards.previous, previous] as const),
    [transaction, transactionHash],
    [tokenWord, token],
  ] as const;
  return (
    <details>
      <summary>{technical}</summary>
      <dl>
        {codes.map(
          ([label, code]) =>
            code !== undefined && (
              <div key={code}>
                <dt>{label}</dt>
                <dd>
                  <Code code={code} />
                </dd>
              </div>
            ),
        )}
        <div>
          <dt>{engagement}</dt>
          <dd>{engagementId}</dd>
        </div>
      </dl>
    </details>
  );
}
