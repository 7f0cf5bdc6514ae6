/** Every button and modal. The name is in the `custom_id`, so a button from before a restart works as well. */
import { STEP_NAMES } from '@countersign/core/escrow';
import { actions } from '@countersign/core/words';
import { TITLE_BUTTONS } from '../commands/choose-title.ts';
import { followHere, letIntoThread, unfollowHere } from '../commands/follow.ts';
import { open, turnPage } from '../commands/list.ts';
import * as wallet from '../commands/wallet.ts';
import { DRAFT_BUTTONS, DRAFT_FORMS } from '../draft/actions.ts';
import { SETTINGS_BUTTONS, SETTINGS_FORMS } from '../server/actions.ts';
import { type ButtonSpec, type FormSpec, NO_REQUESTS, ONE_REQUEST, type Task } from '../task.ts';
import { ask, askHere, askInThread, askNoOne } from '../team/ask.ts';
import { buttonOf } from '../views/escrow-buttons.ts';
import { TRUSTLINE_BUTTON } from '../views/signing.ts';
import * as card from './card.ts';
import { end } from './end.ts';
import * as step from './step.ts';
import * as teamCard from './team-card.ts';

/** What a page of a list may cost: as many as one batch of it. */
const PAGE_REQUESTS = 6;

/** A new card that only the person who pressed sees. */
const STEP = { access: 'allowed-roles', acknowledgement: 'new', cost: ONE_REQUEST } as const;

const FREE = { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS } as const;

const PRESSED = STEP_NAMES.filter((name) => actions[name].label !== undefined);

type StepSpec = ButtonSpec & { readonly submit?: FormSpec['submit'] };

/** What needs the person's own wallet. Its form may ask for that alone. */
const STEPS: readonly (readonly [string, StepSpec])[] = [
  ['fund', { ...STEP, access: 'fund', press: step.fundEscrow }],
  ['fund-part', { ...STEP, access: 'fund', press: step.noModal, modal: step.fundPartModal, submit: step.fundPart }],
  // A press is enough for every step that has a button, but for those that ask for more.
  ...PRESSED.map((name) => {
    const spec = { ...STEP, press: step.take(name), modal: step.whichModal(name), submit: step.takeNamed(name) };
    return [buttonOf(name), { ...spec, access: 'steps' }] as const;
  }),
  ['report', { ...STEP, access: 'steps', press: step.noModal, modal: step.reportModal, submit: step.report }],
  ['report-only', { ...STEP, access: 'steps', press: step.reportOnly }],
  ['resolve', { ...STEP, access: 'steps', press: step.noModal, modal: step.resolveModal, submit: step.resolve }],
  ['withdraw', { ...STEP, access: 'steps', press: step.noModal, modal: step.withdrawModal, submit: step.withdraw }],
  ['look-mine', { access: 'everyone', acknowledgement: 'same', cost: ONE_REQUEST, press: step.look }],
];

export const BUTTONS: ReadonlyMap<string, ButtonSpec> = new Map<string, ButtonSpec>([
  ['renew', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, press: card.renew }],
  ['confirm', { ...STEP, cost: NO_REQUESTS, press: card.nothingToConfirm, modal: card.confirmModal }],
  [TRUSTLINE_BUTTON, { ...STEP, press: card.addTrustline }],
  ['details', { ...STEP, press: card.details }],
  ['discard', { ...STEP, cost: NO_REQUESTS, press: card.askToDiscard }],
  ['discard-yes', { access: 'allowed-roles', acknowledgement: 'same', cost: NO_REQUESTS, press: card.discard }],
  ['check', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, press: card.check }],
  ['failed', { ...STEP, cost: NO_REQUESTS, press: card.confirmFailed }],
  ['failed-yes', { access: 'allowed-roles', acknowledgement: 'same', cost: NO_REQUESTS, press: card.declareFailed }],
  ['forget', { ...FREE, acknowledgement: 'new', press: card.askToForget }],
  ['forget-yes', { ...FREE, press: card.forget }],
  ['look', { access: 'everyone', acknowledgement: 'same', cost: ONE_REQUEST, press: step.look }],
  ['show', { access: 'everyone', acknowledgement: 'new', cost: ONE_REQUEST, press: step.look }],
  ['open', { access: 'everyone', acknowledgement: 'new', cost: ONE_REQUEST, press: open }],
  ['page', { ...FREE, cost: { requests: PAGE_REQUESTS, cards: 10 }, press: turnPage }],
  ...STEPS.map(([name, { submit: _, ...spec }]) => [name, wallet.withWalletField(spec)] as const),
  ['dispute', { ...STEP, access: 'steps', press: step.askToDispute, modal: step.whichModal('dispute') }],
  ['dispute-yes', { ...STEP, access: 'steps', acknowledgement: 'same', press: step.take('dispute') }],
  ['plan-next', { ...STEP, access: 'steps', press: step.nextOfSeveral }],
  ['end', { ...STEP, access: 'steps', press: end }],
  ...DRAFT_BUTTONS,
  ...SETTINGS_BUTTONS,
  ...TITLE_BUTTONS,
  ['follow', { ...STEP, press: followHere }],
  ['unfollow', { ...STEP, press: unfollowHere }],
  ['watch-let', { ...STEP, press: letIntoThread }],
  ['ask', { ...STEP, press: ask }],
  ['ask-here', { ...STEP, acknowledgement: 'same', press: askHere }],
  ['ask-thread', { ...STEP, acknowledgement: 'same', press: askInThread }],
  ['ask-alone', { ...STEP, acknowledgement: 'same', cost: NO_REQUESTS, press: askNoOne }],
  ['ask-again', { ...STEP, press: teamCard.askAgain }],
  ['team-open', { ...STEP, press: teamCard.openTeamCard }],
  ['team-signer', { ...STEP, press: teamCard.claimSigner }],
  ['team-let', { ...STEP, acknowledgement: 'same', changesPost: true, cost: NO_REQUESTS, press: teamCard.letSignerIn }],
  ['team-thread', { ...STEP, cost: NO_REQUESTS, press: teamCard.letIntoThread }],
  ['wallet', { ...FREE, press: wallet.changeWallet }],
  ['wallet-remove', { ...FREE, press: wallet.removeWallet }],
  ['prove', { ...FREE, press: wallet.proveWallet }],
  ['wallet-look', { ...FREE, press: wallet.showWallet }],
  ...wallet.WALLET_FORMS.map(([name, { form: _, ...button }]) => [name, button] as const),
]);

/** By the name of the button that opens it. */
export const FORMS: ReadonlyMap<string, FormSpec> = new Map<string, FormSpec>([
  ['confirm', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, submit: card.confirm }],
  ...DRAFT_FORMS,
  ...SETTINGS_FORMS,
  ...STEPS.map(([name, { press, modal: _, submit, ...rules }]) => {
    const goOn = submit ?? ((task: Task, id: string) => press(task, id, []));
    return [name, { ...rules, submit: wallet.savingWallet(goOn) }] as const;
  }),
  ...wallet.WALLET_FORMS.map(([name, { form }]) => [name, form] as const),
]);

export const UNKNOWN_BUTTON: ButtonSpec = { ...FREE, press: step.noModal };
export const UNKNOWN_FORM: FormSpec = { ...FREE, acknowledgement: 'new', submit: step.noModal };
