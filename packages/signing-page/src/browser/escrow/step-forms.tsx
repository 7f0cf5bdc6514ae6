/** The steps of one wallet, each with the fields that it takes. A step is prepared here, read and signed on its own page. */
import type { PageEscrow } from '@countersign/core/desk';
import { toCountersignError } from '@countersign/core/errors';
import { format } from '@countersign/core/text/message';
import { useId, useRef } from 'preact/hooks';
import type { PreparedStepReply } from '../../page-view.ts';
import { Party, rolesByWallet } from '../escrow-parts/participants.tsx';
import type { PartyStep } from '../escrow-parts/party-steps.ts';
import {
  addedField,
  inputOf,
  OTHER_SHARE,
  shareField,
  stepLabel,
  stepsOf,
  UPDATED,
} from '../escrow-parts/party-steps.ts';
import { Refusal, unitOf } from '../escrow-parts/shown.tsx';
import { AskError, json, type Trouble } from '../parts/ask.ts';
import { Button, useTask } from '../parts/controls.tsx';
import { Field, type FieldProps } from '../parts/field.tsx';
import { lazily } from '../parts/lazily.tsx';
import { amountText } from '../parts/texts.ts';
import { inputReader } from '../state/given.ts';
import { core, words } from '../words/words.ts';

const SignIn = lazily(async () => (await import('../prove/sign-in.tsx')).SignIn);

type StepFormsProps = Pick<FieldsProps, 'shown'> & { readonly wallet: string; readonly isWhole: boolean };

export function StepForms({ wallet, shown, isWhole }: StepFormsProps) {
  const texts = words().escrow.act;
  const steps = stepsOf(shown, wallet, isWhole);
  const due = steps.filter(({ isDue }) => isDue);
  const [first, ...later] = due;
  const rest = Map.groupBy([...later, ...steps.filter(({ isDue }) => !isDue)], ({ action }) => action);
  if (steps.length === 0) return <p>{texts.nothing}</p>;
  const form = (step: PartyStep, isMain: boolean) => (
    <StepForm key={`${step.action} ${step.milestone}`} step={step} wallet={wallet} shown={shown} isMain={isMain} />
  );
  return (
    <>
      {first === undefined ? <p>{texts.notDue}</p> : form(first, true)}
      <p class="hint">{texts.notSigned}</p>
      {[...rest].map(([action, [one, ...others]]) => (
        <details key={action}>
          <summary>{others.length > 0 || one === undefined ? texts.steps[action].whole : stepLabel(one)}</summary>
          {[one, ...others].map((step) => step !== undefined && form(step, false))}
        </details>
      ))}
    </>
  );
}

type FormProps = Omit<FieldsProps, 'before'> & { readonly wallet: string; readonly isMain: boolean };

function StepForm({ step, wallet, shown, isMain }: FormProps) {
  const texts = words().escrow.act;
  const { isBusy, problem: trouble, run } = useTask(troubleOfStep);
  const before = new Map(step.action === 'update' ? termsIn(shown) : []);
  const form = useRef<HTMLFormElement>(null);
  const isUnproven = trouble?.kind === 'refused' && trouble.error?.code === 'PROOF_NEEDED';
  const press = async () => {
    const data = new Map([...new FormData(form.current ?? undefined)].map(([name, value]) => [name, String(value)]));
    (await inputReader()).refuseSecretsIn(Object.fromEntries(data));
    const input = inputOf(step, wallet, data, before);
    const { page } = await json<PreparedStepReply>(`${shown.contractId}/prepare`, input);
    location.assign(`../${page}`);
  };
  return (
    <>
      <form
        class="next-step"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void run(press);
        }}
      >
        <Fields step={step} shown={shown} before={before} />
        <Button class={isMain ? 'primary' : 'secondary'} isBusy={isBusy}>
          {isBusy ? texts.preparing : stepLabel(step)}
        </Button>
        {!isUnproven && <Refusal trouble={trouble} />}
      </form>
      {isUnproven && (
        <section class="prove" role="status">
          <p>{texts.prove}</p>
          <SignIn addresses={[{ address: wallet, label: '' }]} onProven={() => void run(press)} />
        </section>
      )}
    </>
  );
}

const troubleOfStep = (thrown: unknown): Trouble =>
  thrown instanceof AskError ? thrown.trouble : { kind: 'refused', error: toCountersignError(thrown).toView() };

type FieldsProps = {
  readonly step: PartyStep;
  readonly shown: PageEscrow;
  readonly before: ReadonlyMap<string, string>;
};

function Fields({ step, shown, before }: FieldsProps) {
  const { amount, evidence, evidenceHint, refundTo, refundHint } = words().escrow.act;
  switch (step.action) {
    case 'fund':
      return (
        <Named name="amount" label={format(amount, { unit: unitOf(shown.asset) })} value={shown.missing} isShort />
      );
    case 'change-status':
      return <Named name="evidence" label={evidence} hint={evidenceHint} rows={2} />;
    case 'end':
      return <Named name="refundTo" label={refundTo} hint={refundHint} />;
    case 'resolve':
    case 'withdraw':
      return <Shares step={step} shown={shown} />;
    case 'update':
      return <Terms shown={shown} before={before} />;
    default:
      return null;
  }
}

function Shares({ shown, step: { milestone } }: Omit<FieldsProps, 'before'>) {
  const { shares, sharesHint, otherShare, otherAmount } = words().escrow.act;
  const disputed = shown.milestones[(milestone ?? 1) - 1];
  const receiver = disputed?.receiver ?? shown.roles.receiver;
  const amount = (milestone === undefined ? shown.held : disputed?.amount) ?? '';
  const usual = [shown.roles.approver, receiver];
  const wallets = [...rolesByWallet(shown)].filter(([address]) => usual.includes(address));
  return (
    <>
      <p>{format(shares, { amount: amountText(amount, unitOf(shown.asset)) })}</p>
      <p class="hint">{sharesHint}</p>
      {wallets.map(([address, held]) => (
        <Named key={address} name={shareField(address)} isShort label={<Party address={address} roles={held} />} />
      ))}
      <Named name={OTHER_SHARE.address} label={otherShare} />
      <Named name={OTHER_SHARE.amount} label={otherAmount} isShort />
    </>
  );
}

const termsIn = (shown: PageEscrow): readonly (readonly [name: string, text: string])[] =>
  UPDATED.map((name) => {
    const { title, description, platformFeePercent: platformFee, roles } = shown;
    const texts: Readonly<Record<string, string | undefined>> = { title, description, platformFee };
    return [name, texts[name] ?? roles[name.slice('roles.'.length) as keyof typeof roles] ?? ''];
  });

function Terms({ shown, before }: Pick<FieldsProps, 'shown' | 'before'>) {
  const added = (name: Parameters<typeof addedField>[0], look: Pick<NamedProps, 'rows' | 'isShort'> = {}) => (
    <Named name={addedField(name)} label={core.fieldText(addedField(name))} {...look} />
  );
  const hasAmounts = shown.milestones.some(({ amount }) => amount !== undefined);
  return (
    <>
      {UPDATED.map((name) => (
        <Named
          key={name}
          name={name}
          label={core.fieldText(name)}
          value={before.get(name)}
          rows={name === 'description' ? 3 : undefined}
        />
      ))}
      <p>{words().escrow.act.added}</p>
      {added('description', { rows: 2 })}
      {hasAmounts && (
        <>
          {added('amount', { isShort: true })}
          {added('receiver')}
        </>
      )}
    </>
  );
}

type NamedProps = Omit<FieldProps, 'id' | 'value'> & {
  readonly value?: string | undefined;
  readonly isShort?: boolean;
};

function Named({ value = '', isShort = false, ...own }: NamedProps) {
  return <Field id={useId()} defaultValue={value} class={isShort ? 'short' : undefined} {...own} />;
}
