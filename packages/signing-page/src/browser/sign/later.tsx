/** What few readers need is a file of its own: what is shown after a submission is loaded only then, as is the form for names. */
import { lazily } from '../parts/lazily.tsx';
import { core } from '../words/words.ts';

const all = () => import('../afterwards/afterwards.tsx');

export const Afterwards = lazily(async () => (await all()).Afterwards);
export const Displaced = lazily(async () => (await all()).Displaced);
/** Until it is there, the heading of any payment. */
export const Paid = lazily(
  async () => (await all()).Paid,
  () => core.actions.fund.settled,
);
export const Receipt = lazily(async () => (await all()).Receipt);
export const UnknownHelp = lazily(async () => (await all()).UnknownHelp);
export const StopForm = lazily(async () => (await import('./forms.tsx')).StopForm);
export const PasteBack = lazily(async () => (await import('./forms.tsx')).PasteBack);
export const Signers = lazily(async () => (await import('./signers.tsx')).Signers);
export const DeclineForm = lazily(async () => (await import('./forms.tsx')).DeclineForm);
export const NameForm = lazily(async () => (await import('./forms.tsx')).NameForm);
export const Whose = lazily(async () => (await import('./whose.tsx')).Whose);
export const SignedIn = lazily(async () => (await import('../prove/signed-in.tsx')).SignedIn);
