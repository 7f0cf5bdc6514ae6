/** Every button and modal. The name is in the `custom_id`, so a button from before a restart works as well. */
import { STEP_NAMES } from '@countersign/core/escrow';
import { actions } from '@countersign/core/words';
import { TITLE_BUTTONS } from '../commands/choose-title.ts';
import { followHere, letIntoThread, unfollowHere } from '../commands/follow.ts';
import { open, turnPage } from '../commands/list.ts';
import {
  changeWallet,
  proveWallet,
  removeWallet,
  savingWallet,
  showWallet,
  WALLET_FORMS,
  withWalletField,
} from '../commands/wallet.ts';
import { DRAFT_BUTTONS, DRAFT_FORMS } from '../draft/actions.ts';
import { SETTINGS_BUTTONS, SETTINGS_FORMS } from '../server/actions.ts';
import { type ButtonSpec, type FormSpec, NO_REQUESTS, ONE_REQUEST, type Task } from '../task.ts';
import { ask, askHere, askInThread, askNoOne } from '../team/ask.ts';
import { buttonOf } from '../views/escrow-buttons.ts';
import { TRUSTLINE_BUTTON } from '../views/signing.ts';
import {
  addTrustline,
  askToDiscard,
  askToForget,
  check,
  confirm,
  confirmFailed,
  confirmModal,
  declareFailed,
  details,
  discard,
  forget,
  nothingToConfirm,
  renew,
} from './card.ts';
import { end } from './end.ts';
import {
  askToDispute,
  fundEscrow,
  fundPart,
  fundPartModal,
  look,
  nextOfSeveral,
  noModal,
  report,
  reportModal,
  reportOnly,
  resolve,
  resolveModal,
  take,
  takeNamed,
  whichModal,
  withdraw,
  withdrawModal,
} from './step.ts';
import { askAgain, claimSigner, letIntoThread as letIntoTeamThread, letSignerIn, openTeamCard } from './team-card.ts';

/** What a page of a list may cost: as many as one batch of it. */
const PAGE_REQUESTS = 6;

/** A new card that only the person who pressed sees. */
const STEP = { access: 'allowed-roles', acknowledgement: 'new', cost: ONE_REQUEST } as const;

const PRESSED = STEP_NAMES.filter((name) => actions[name].label !== undefined);

type StepSpec = ButtonSpec & { readonly submit?: FormSpec['submit'] };

/** What needs the person's own wallet. Its form may ask for that alone. */
const STEPS: readonly (readonly [string, StepSpec])[] = [
  ['fund', { ...STEP, access: 'fund', press: fundEscrow }],
  ['fund-part', { ...STEP, access: 'fund', press: noModal, modal: fundPartModal, submit: fundPart }],
  // A press is enough for every step that has a button, but for those that ask for more.
  ...PRESSED.map((name) => {
    const spec = { ...STEP, press: take(name), modal: whichModal(name), submit: takeNamed(name) };
    return [buttonOf(name), { ...spec, access: 'steps' }] as const;
  }),
  ['report', { ...STEP, access: 'steps', press: noModal, modal: reportModal, submit: report }],
  ['report-only', { ...STEP, access: 'steps', press: reportOnly }],
  ['resolve', { ...STEP, access: 'steps', press: noModal, modal: resolveModal, submit: resolve }],
  ['withdraw', { ...STEP, access: 'steps', press: noModal, modal: withdrawModal, submit: withdraw }],
  ['look-mine', { access: 'everyone', acknowledgement: 'same', cost: ONE_REQUEST, press: look }],
];

export const BUTTONS: ReadonlyMap<string, ButtonSpec> = new Map<string, ButtonSpec>([
  ['renew', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, press: renew }],
  ['confirm', { ...STEP, cost: NO_REQUESTS, press: nothingToConfirm, modal: confirmModal }],
  [TRUSTLINE_BUTTON, { ...STEP, press: addTrustline }],
  ['details', { ...STEP, press: details }],
  ['discard', { ...STEP, cost: NO_REQUESTS, press: askToDiscard }],
  ['discard-yes', { access: 'allowed-roles', acknowledgement: 'same', cost: NO_REQUESTS, press: discard }],
  ['check', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, press: check }],
  ['failed', { ...STEP, cost: NO_REQUESTS, press: confirmFailed }],
  ['failed-yes', { access: 'allowed-roles', acknowledgement: 'same', cost: NO_REQUESTS, press: declareFailed }],
  ['forget', { access: 'everyone', acknowledgement: 'new', cost: NO_REQUESTS, press: askToForget }],
  ['forget-yes', { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS, press: forget }],
  ['look', { access: 'everyone', acknowledgement: 'same', cost: ONE_REQUEST, press: look }],
  ['show', { access: 'everyone', acknowledgement: 'new', cost: ONE_REQUEST, press: look }],
  ['open', { access: 'everyone', acknowledgement: 'new', cost: ONE_REQUEST, press: open }],
  [
    'page',
    { access: 'everyone', acknowledgement: 'same', cost: { requests: PAGE_REQUESTS, cards: 10 }, press: turnPage },
  ],
  ...STEPS.map(([name, { submit: _, ...spec }]) => [name, withWalletField(spec)] as const),
  ['dispute', { ...STEP, access: 'steps', press: askToDispute, modal: whichModal('dispute') }],
  ['dispute-yes', { ...STEP, access: 'steps', acknowledgement: 'same', press: take('dispute') }],
  ['plan-next', { ...STEP, access: 'steps', press: nextOfSeveral }],
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
  ['ask-again', { ...STEP, press: askAgain }],
  ['team-open', { ...STEP, press: openTeamCard }],
  ['team-signer', { ...STEP, press: claimSigner }],
  ['team-let', { ...STEP, acknowledgement: 'same', changesPost: true, cost: NO_REQUESTS, press: letSignerIn }],
  ['team-thread', { ...STEP, cost: NO_REQUESTS, press: letIntoTeamThread }],
  ['wallet', { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS, press: changeWallet }],
  ['wallet-remove', { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS, press: removeWallet }],
  ['prove', { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS, press: proveWallet }],
  ['wallet-look', { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS, press: showWallet }],
  ...WALLET_FORMS.map(([name, { form: _, ...button }]) => [name, button] as const),
]);

/** By the name of the button that opens it. */
export const FORMS: ReadonlyMap<string, FormSpec> = new Map<string, FormSpec>([
  ['confirm', { access: 'allowed-roles', acknowledgement: 'same', cost: ONE_REQUEST, submit: confirm }],
  ...DRAFT_FORMS,
  ...SETTINGS_FORMS,
  ...STEPS.map(([name, { press, modal: _, submit, ...rules }]) => {
    const goOn = submit ?? ((task: Task, id: string) => press(task, id, []));
    return [name, { ...rules, submit: savingWallet(goOn) }] as const;
  }),
  ...WALLET_FORMS.map(([name, { form }]) => [name, form] as const),
]);

export const UNKNOWN_BUTTON: ButtonSpec = {
  access: 'everyone',
  acknowledgement: 'same',
  cost: NO_REQUESTS,
  press: noModal,
};

export const UNKNOWN_FORM: FormSpec = {
  access: 'everyone',
  acknowledgement: 'new',
  cost: NO_REQUESTS,
  submit: noModal,
};
