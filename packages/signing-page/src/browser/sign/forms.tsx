/** What few signers fill in or wait for next to the ways to sign: a file of its own. */
import type { CountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { type LookAlike as Alike, differingBegin, type NamedAddress, naming } from '@countersign/core/words';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { confirmationOf, isTyped } from '../deal/confirmation.ts';
import type { ShownDeal } from '../deal/deal.tsx';
import { Button, Form } from '../parts/controls.tsx';
import { LookAlike } from '../parts/elements.tsx';
import { Field } from '../parts/field.tsx';
import { Problem, StopsBox } from '../parts/problem.tsx';
import { minutesText, serverTime, useNow } from '../parts/time.ts';
import type { Choice } from '../state/page-state.ts';
import { core, pageError, words } from '../words/words.ts';

/** As the desk cuts it. */
const MAX_REASON = 300;

export type DeclineFormProps = {
  readonly problem: CountersignError | undefined;
  readonly onDecline: (reason: string) => void;
};

/** Ends the transaction, and lets the person who asked for it know. */
export function DeclineForm({ problem, onDecline }: DeclineFormProps) {
  const [reason, setReason] = useState('');
  const { lead, label, hint, end } = words().decline;
  return (
    <>
      <p>{lead}</p>
      <Field id="reason" label={label} hint={hint} rows={3} maxLength={MAX_REASON} value={reason} onText={setReason} />
      <p class="buttons">
        <Button class="danger" onPress={() => onDecline(reason.trim())}>
          {end}
        </Button>
      </p>
      <Problem error={problem} />
    </>
  );
}

type StopFormProps = {
  readonly deal: ShownDeal;
  readonly isBusy: boolean;
  readonly problem: CountersignError | undefined;
  readonly decline: ComponentChildren;
  /** @param isAsShown whether the text was typed that is shown */
  readonly onConfirm: (isAsShown: boolean) => void;
};

export function StopForm({ deal, isBusy, problem, decline, onConfirm }: StopFormProps) {
  const [typed, setTyped] = useState('');
  const { confirmTitle, type, confirm } = words().panel;
  const confirmation = confirmationOf(deal.summary, deal.people);
  const { kind, text, unit } = confirmation;
  return (
    <section class="card panel stop" id="stop" aria-labelledby="stop-title" tabIndex={-1}>
      <h2 id="stop-title">{confirmTitle}</h2>
      <StopsBox stops={deal.judgement.stops} names={deal.names} lead={words().status.against} />
      <Form onSend={() => isBusy || onConfirm(isTyped(typed, confirmation))}>
        <Field
          id="amount"
          isApart
          label={[type[kind], <strong key="text">{text}</strong>, unit !== undefined && ` (${unit})`]}
          inputMode={unit === undefined ? 'text' : 'decimal'}
          value={typed}
          onText={setTyped}
        />
        <p class="buttons">
          <Button isBusy={isBusy}>{confirm}</Button>
        </p>
        <Problem error={problem} />
      </Form>
      {decline}
    </section>
  );
}

export type NameFormProps = {
  readonly choices: readonly Choice[];
  readonly alikes: readonly Alike[];
  readonly names: readonly NamedAddress[];
  readonly problem: CountersignError | undefined;
  /** With the name as it was typed, and the known address that this one looks like, as the person confirmed. */
  readonly onName: (name: string, address: string, unlike: string | undefined) => void;
};

export function NameForm({ choices, alikes, names, problem, onName }: NameFormProps) {
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState<CountersignError>();
  const address = choices.find(([each]) => each === chosen)?.[0] ?? choices[0]?.[0] ?? '';
  const alike = alikes.find((each) => each.address === address);
  const { title, lead, whose: whoseLabel, name, save } = words().names;
  const send = (data: FormData) => {
    const textIn = (field: string) => String(data.get(field) ?? '').trim();
    const isCompared = alike === undefined || textIn('marked').toUpperCase() === differingBegin(alike);
    setOwn(
      isCompared
        ? undefined
        : pageError('INPUT_INVALID', { message: core.LOOK_ALIKE.notThese, remedy: core.LOOK_ALIKE.ask }),
    );
    if (isCompared) onName(textIn('name'), address, alike?.looksLike);
  };
  return (
    <section class="card aside names">
      <details>
        <summary>{title}</summary>
        <p>{lead}</p>
        <Form onSend={send}>
          <p>
            <label for="whose">{whoseLabel}</label>
          </p>
          <select id="whose" value={address} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {choices.map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
          {/* What was typed was for the addresses that could be named then. */}
          <Field key={String(choices)} id="name" name="name" isApart label={name} maxLength={40} />
          {alike !== undefined && (
            <LookAlike alike={alike} named={naming(names)}>
              <Field id="marked" name="marked" isApart label={core.LOOK_ALIKE.type(differingBegin(alike).length)} />
            </LookAlike>
          )}
          <p class="buttons">
            <Button>{save}</Button>
          </p>
          <Problem error={own ?? problem} />
        </Form>
      </details>
    </section>
  );
}

/** @param until epoch milliseconds by the desk's clock */
export function PasteBack({ until }: { readonly until: number }) {
  const seconds = Math.ceil((until - useNow(serverTime)) / 1_000);
  const { pasteWithin, pasteOver } = words().panel;
  return (
    <div class="paste-back">
      {/* Seconds are not read out; that they are over is. */}
      <p role="timer" aria-live="off" hidden={seconds <= 0}>
        {format(pasteWithin, { time: minutesText(Math.max(0, seconds)) })}
      </p>
      <p role="status">{seconds <= 0 && pasteOver}</p>
    </div>
  );
}
