/** The escrow's life on the page, with a button where its reader can continue. */
import type { NextInput, PageEscrow } from '@countersign/core/desk';
import { toCountersignError } from '@countersign/core/errors';
import { lookUpPages } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { naming } from '@countersign/core/words';
import { useEffect, useId, useState } from 'preact/hooks';
import type { PageView } from '../../page-view.ts';
import { Button, CopyButton, Form, useTask } from '../parts/controls.tsx';
import { Code } from '../parts/elements.tsx';
import { escrowLink } from '../parts/escrow-link.ts';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { amountText } from '../parts/texts.ts';
import { prepareNext } from '../state/api.ts';
import { inputReader } from '../state/given.ts';
import { alike, askOf, type LifeStep, lifeOf, nameOfParty, sentenceOf, type Turn } from '../state/life.ts';
import { core, networkText, words } from '../words/words.ts';

type Props = { readonly view: PageView; readonly escrow: PageEscrow; readonly unit: string };

export function LifeList({ view, escrow, unit }: Props) {
  const texts = words().afterwards;
  const steps = lifeOf(escrow);
  return (
    <>
      <ol class="life">
        {steps.map((step) => (
          <li
            key={`${step.what} ${step.milestone}`}
            class={step.mark}
            aria-current={step.mark === 'now' ? 'step' : undefined}
          >
            <p class="life-step">
              <span class="mark">{texts.marks[step.mark]}</span> <span class="what">{textOf(step, escrow, unit)}</span>
            </p>
            {step.what === 'money' && escrow.funded === 'partly' && (
              <p class="hint">{format(texts.holds, { amount: amountText(escrow.held ?? '0', unit) })}</p>
            )}
            {step.turns.map((turn) => (
              <TurnLine key={turn.action} {...{ view, escrow, steps, step, turn }} />
            ))}
          </li>
        ))}
      </ol>
      {escrow.archived && <p class="hint">{core.ARCHIVED_WORDS.sentence}</p>}
      {escrow.state === 'finished' && escrow.turn.length === 0 && <p>{texts.finished}</p>}
      {escrow.ending !== undefined && <Ending view={view} plan={escrow.ending} />}
      <p>
        <a href={`../escrow/${escrow.contractId}`}>{texts.escrowPage}</a>
      </p>
    </>
  );
}

/** "Cancel and refund": the whole plan, and a button for its next transaction where the reader signs that. */
function Ending({ view, plan }: Pick<Props, 'view'> & { readonly plan: NonNullable<PageEscrow['ending']> }) {
  const texts = words().afterwards;
  const { signer } = view.request;
  const { lines, next } = core.endingWords(plan, {
    own: view.reader === undefined ? [] : [view.reader],
    named: naming(view.names ?? []),
  });
  const isYours = plan.next?.signers.some(({ address }) => address === signer) === true;
  return (
    <details class="ending">
      <summary>{texts.ending.title}</summary>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <strong>{next}</strong>
      </p>
      {isYours && (
        <NextForm action="end" isFirst={false} label={format(texts.ending.prepare, { part: core.partText(plan) })} />
      )}
    </details>
  );
}

function textOf({ what, milestone, turns }: LifeStep, { milestones, missing }: PageEscrow, unit: string): string {
  const texts = words().afterwards;
  if (what === 'money' && turns.length > 0 && missing !== undefined)
    return format(texts.payIn, { amount: amountText(missing, unit) });
  if (what !== 'milestone') return texts.life[what];
  const { description = '', amount } = milestones[(milestone ?? 1) - 1] ?? {};
  const named = format(texts.milestone, { number: milestone ?? 1, description });
  return amount === undefined ? named : `${named} · ${amountText(amount, unit)}`;
}

type TurnProps = Pick<Props, 'view' | 'escrow'> & {
  readonly steps: readonly LifeStep[];
  readonly step: LifeStep;
  readonly turn: Turn;
};

/** Who does what next: the reader by a button, somebody else by a sentence that can be sent to them. */
function TurnLine({ view, escrow, steps, step, turn: anyone }: TurnProps) {
  const turn = expected(view, escrow, anyone);
  const isSame = ({ role, action }: Turn) => role === anyone.role && action === anyone.action;
  /** If the same person does the same to several milestones, only the first is shown in full. */
  const isFirst = anyone === steps.flatMap(({ turns }) => turns).find(isSame);
  const group = alike(steps, step, anyone);
  const milestones = group.length > 1 ? group.flatMap(({ milestone }) => milestone ?? []) : undefined;
  const sentence = anyone === group[0] && sentenceOf({ ...turn, milestones }, view);
  const { address, role } = turn;
  const texts = words().afterwards;
  if (step.mark !== 'now') return sentence && <p class="hint">{sentence}</p>;
  if (role === 'anyone' || address === view.request.signer) {
    const { plan } = view.status;
    const isLed = plan?.next !== undefined && plan.stopped === undefined;
    // The button for the next of several milestones is above the list.
    const isPlanned = isLed && plan.next?.milestone === turn.milestone && view.action === turn.action;
    return (
      <>
        {sentence && <p>{role === 'anyone' || address === view.reader ? sentenceOf(turn, view, true) : sentence}</p>}
        {!isPlanned && <NextStep turn={turn} isFirst={isFirst} isMain={!isLed} />}
      </>
    );
  }
  const name = address === undefined ? undefined : nameOfParty(view, address);
  const message = [
    format(turn.milestone === undefined ? texts.message.escrow : texts.message.milestone, {
      title: escrow.title,
      asks: askOf(turn),
      milestone: turn.milestone ?? '',
      network: networkText(view.network.name),
      address: escrow.contractId,
    }),
    escrowLink(escrow.contractId) ?? lookUpPages(view.network.name, '', escrow.contractId)?.viewer ?? [],
  ]
    .flat()
    .join(' ');
  return (
    <>
      {sentence && <p>{sentence}</p>}
      {address !== undefined && isFirst && <Code code={address} />}
      {isFirst && (
        <div class="send">
          <p class="hint">{format(texts.send, { who: name ?? texts.them })}</p>
          <p class="words">{message}</p>
          <CopyButton label={texts.copy} text={() => message} />
        </div>
      )}
    </>
  );
}

/** Anyone may pay in, but only who buys is asked to: not a provider or a platform that set the escrow up. */
function expected({ request: { signer } }: PageView, { roles, milestones }: PageEscrow, turn: Turn): Turn {
  const { approver, serviceProvider, platformAddress, receiver } = roles;
  const isOther =
    signer !== approver &&
    [serviceProvider, platformAddress, receiver, ...milestones.map((each) => each.receiver)].includes(signer);
  return turn.role === 'anyone' && isOther ? { ...turn, role: 'approver', address: approver } : turn;
}

type StepProps = {
  readonly turn: Turn;
  /** Whether it is the first of its kind; later reports are folded away. */
  readonly isFirst: boolean;
  readonly isMain: boolean;
};

/** The button for a step that the signer of this page can take: prepared here, read and signed on its own page. */
function NextStep({ turn: { action, milestone }, isFirst, isMain }: StepProps) {
  const label = core.actions[action].life?.button?.(milestone);
  // The others need more than a press: who gets how much.
  if (label === undefined) return null;
  const step = { action: action as NextInput['action'], milestone, label };
  const form = <NextForm {...step} isFirst={isFirst && isMain} />;
  if (isFirst || action !== 'change-status') return form;
  return (
    <details>
      <summary>{format(words().afterwards.reportEarly, { number: milestone ?? 1 })}</summary>
      {form}
    </details>
  );
}

type FormProps = Pick<StepProps, 'isFirst'> &
  Pick<NextInput, 'action'> & { readonly milestone?: number | undefined; readonly label: string };

export function NextForm({ action, milestone, isFirst, label }: FormProps) {
  const texts = words().afterwards;
  const { isBusy, problem, run, setProblem } = useTask(toCountersignError);
  const [evidence, setEvidence] = useState('');
  const id = useId();
  // What was asked for already is prepared before it is pressed.
  useEffect(() => {
    if (action === 'plan') prepareNext({ action }).catch((thrown) => setProblem(toCountersignError(thrown)));
  }, [action, setProblem]);
  const press = async () => {
    const report = evidence.trim();
    (await inputReader()).refuseSecretsIn({ evidence: report });
    const { next } = await prepareNext({
      action,
      ...(milestone === undefined ? {} : { milestone }),
      ...(report === '' ? {} : { evidence: report }),
    });
    location.assign(next);
  };
  return (
    <Form class="next-step" onSend={() => run(press)}>
      {action === 'change-status' && (
        <Field
          id={id}
          label={texts.evidence}
          hint={texts.evidenceHint}
          rows={2}
          maxLength={1_000}
          value={evidence}
          onText={setEvidence}
        />
      )}
      <Button class={isFirst ? 'primary' : 'secondary'} isBusy={isBusy}>
        {isBusy ? texts.preparing : label}
      </Button>
      <p class="hint">{texts.notSignedYet}</p>
      <Problem error={problem} />
    </Form>
  );
}
